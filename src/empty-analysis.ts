import type { Analysis } from './model/analysis.ts';
import type { Project } from './model/project.ts';

/** The analysis of a tree in which nothing can matter, so that the analyser need not be loaded. */
export function createEmptyAnalysis(project: Project): Analysis {
  return {
    requests: [],
    references: [],
    patterns: [],
    proxies: [],
    headers: [],
    env: project.env,
    numberPackage: () => 0,
    canPackagesMeet: () => true,
    testSettings: [],
    mockedBases: [],
    analysedFiles: [],
    problems: [],
    notices: [],
    comments: [],
    findCommentPlace: () => null,
    findForeignUses: () => [],
    isHandedAlone: () => false,
    isHandedToUrl: () => false,
    listRowsBeside: () => [],
    listPathTexts: () => [],
    planMessage: () => ({ ok: false, reason: 'nothing was analysed' }),
    listBodyMembers: () => null,
    listHoleTexts: () => [],
    readBody: () => ({ reads: [], isOpen: false }),
    readStream: () => null,
    hasUnseenCallers: () => false,
    isOffered: () => false,
    isGivenAway: () => false,
    listSeamTexts: () => [],
    listReached: () => new Set(),
    isInScope: (file) => project.isInScope(file),
    getText: (file) => project.load(file)?.text ?? '',
  };
}
