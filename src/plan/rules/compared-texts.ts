import { FINDING_KINDS } from '../../model/findings.ts';
import type { ComparedEdit } from '../compared-texts.ts';
import type { FindingDraft, Positions } from '../findings.ts';
import type { Use } from '../uses.ts';

/** A text that the program compares paths with, and that gets the version together with their requests. */
export function draftCompared({ edit, end }: ComparedEdit, movers: readonly Use[], positions: Positions): FindingDraft {
  const [match] = movers.flatMap((use) => use.match ?? []).sort((a, b) => a.legacyPath.length - b.legacyPath.length);
  return {
    code: 'legacy-path',
    fix: 'auto',
    region: positions.getRegion(edit.file, edit.start, end),
    subject: '',
    legacyPaths: movers.flatMap((use) => use.match?.legacyPath ?? []),
    v1Path: match?.v1Path ?? null,
    v1Method: null,
    evidence: match?.evidence ?? null,
    requests: [],
    trail: [],
    message: `${match?.legacyPath ?? ''} becomes ${match?.v1Path ?? ''} here, too: the paths of its requests are compared with this text, and every path that comes here is known.`,
    hint: FINDING_KINDS['legacy-path'].help,
  };
}
