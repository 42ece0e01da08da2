import { createEmptyAnalysis } from '../../src/empty-analysis.ts';
import type { Finding, Plan } from '../../src/model/plan.ts';
import type { Project } from '../../src/model/project.ts';
import type { FileChange } from '../../src/model/report.ts';
import type { Stages } from '../../src/stages.ts';

/** Stages that answer with what a test says, and remember which of them ran. */

export const FINDING: Finding = {
  id: 'VM-3f2a91c0',
  code: 'legacy-path',
  level: 'error',
  fix: 'auto',
  file: 'src/calls.ts',
  line: 2,
  column: 8,
  endLine: 2,
  endColumn: 14,
  legacyPath: '/calls/{id}',
  v1Path: '/v1/calls/{id}',
  v1Method: null,
  evidence: 'family',
  requests: [{ file: 'src/calls.ts', line: 2, column: 1, method: 'GET', client: 'fetch' }],
  trail: [{ file: 'src/config.ts', line: 3, column: 14, text: "API = 'https://api.voice.example'" }],
  message: 'The path gets its /v1 form.',
  hint: 'Run v1-migrate.',
};

export const MANUAL: Finding = {
  ...FINDING,
  id: 'VM-00000002',
  code: 'agents2',
  fix: 'manual',
  line: 40,
  endLine: 40,
  legacyPath: '/agents2',
  v1Path: '/v1/agents',
  evidence: 'documented',
  requests: [{ file: 'src/calls.ts', line: 40, column: 1, method: null, client: 'axios' }],
  trail: [],
  message: 'Another controller with another request schema.',
  hint: 'Review the body, then call /v1/agents.',
};

export const CHANGE: FileChange = {
  file: 'src/calls.ts',
  edits: 1,
  diff: [
    '--- a/src/calls.ts',
    '+++ b/src/calls.ts',
    '@@ -1,3 +1,3 @@',
    " import { API } from './config.ts';",
    '-fetch(API + `/calls/` + id);',
    '+fetch(API + `/v1/calls/` + id);',
    ' export {};',
    '',
  ].join('\n'),
};

const NO_REQUESTS = {
  total: 0,
  rewrite: 0,
  move: 0,
  manual: 0,
  noEquivalent: 0,
  unlisted: 0,
  unresolved: 0,
  alreadyV1: 0,
  suppressed: 0,
};

export const EMPTY_PLAN: Plan = {
  bases: [],
  accounting: {
    files: { seen: 3, noCandidate: 3, analysed: 0, unparsed: 0, unreadable: 0 },
    requests: NO_REQUESTS,
    references: { total: 0, rewrite: 0, manual: 0 },
  },
  findings: [],
  suppressed: [],
  counted: { requests: [], references: [] },
  edits: [],
  companions: new Map(),
  errors: [],
  skipped: [],
  keyTexts: [],
  endpoints: [],
  notices: [],
};

/** One edit to make, one thing to do by hand. */
export const PLAN: Plan = {
  ...EMPTY_PLAN,
  bases: [{ base: 'https://api.voice.example', source: 'flag', requests: 2 }],
  accounting: {
    files: { seen: 3, noCandidate: 2, analysed: 1, unparsed: 0, unreadable: 0 },
    requests: { ...NO_REQUESTS, total: 2, rewrite: 1, manual: 1 },
    references: { total: 0, rewrite: 0, manual: 0 },
  },
  findings: [FINDING, MANUAL],
  edits: [{ file: 'src/calls.ts', start: 50, end: 50, text: '/v1', transform: 'legacy-path', finding: 'VM-3f2a91c0' }],
};

export interface FakeStages extends Stages {
  /** The names of the stages that ran, with what apply was asked. */
  readonly ran: string[];
}

function createProject(cwd: string): Project {
  return {
    cwd,
    seen: ['a.ts', 'b.ts', 'src/calls.ts'],
    candidates: [{ path: 'src/calls.ts', text: '' }],
    skipped: [],
    problems: [],
    env: [],
    load: () => undefined,
    matters: () => true,
    resolve: (name) => ({ kind: 'external', name }),
    readData: () => undefined,
    readText: () => undefined,
    getPackageName: () => undefined,
    findPackageFolder: () => undefined,
    listLinkedPackages: () => [],
    findSettings: () => [],
    findMentions: () => [],
    findMentionsAround: () => [],
    findPages: () => [],
    refused: [],
    isInScope: () => true,
  };
}

export function fakeStages(plan: Plan = PLAN, dirty: readonly string[] = []): FakeStages {
  const ran: string[] = [];
  return {
    ran,
    discover: async ({ cwd }) => {
      ran.push('discover');
      return createProject(cwd);
    },
    analyze: async (project) => {
      ran.push('analyze');
      return { ...createEmptyAnalysis(project), analysedFiles: ['src/calls.ts'] };
    },
    plan: async () => {
      ran.push('plan');
      return plan;
    },
    apply: async (_plan, _project, { dryRun }) => {
      ran.push(dryRun ? 'diff' : 'write');
      return { changes: dirty.length > 0 ? [] : [CHANGE], errors: [], notices: [], dirty: [...dirty] };
    },
  };
}
