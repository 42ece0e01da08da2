import type { ReviewedChange } from '../migrate.ts';
import { renderWithDiffs } from '../report/text-findings.ts';
import { Interrupted } from '../stages.ts';
import { createStyle, hasColour } from './colour.ts';
import type { Io } from './io.ts';

const HELP = [
  'y  make this change',
  'n  do not make it',
  'a  make it and all that follow',
  'q  decide no further: the accepted ones are made, the rest stays',
  'b  back to the one before',
].join('\n');

const KEYS = ['y', 'n', 'a', 'q', 'b'] as const;
type Key = (typeof KEYS)[number];

/** `y`, `yes`, `Back`: the first letter decides, and a word must be the one that it begins. */
function readKey(answer: string): Key | undefined {
  const word = answer.trim().toLowerCase();
  const key = KEYS.find((letter) => word.startsWith(letter));
  const full = { y: 'yes', n: 'no', a: 'all', q: 'quit', b: 'back' } as const;
  return key !== undefined && full[key].startsWith(word) ? key : undefined;
}

/** Asks until the answer is one. */
async function askKey(prompt: string, ask: NonNullable<Io['ask']>, stderr: Io['stderr']): Promise<Key> {
  for (;;) {
    const key = readKey(await ask(prompt));
    if (key !== undefined) return key;
    stderr.write(`${HELP}\n`);
  }
}

function describeBefore(decision: boolean | undefined): string {
  return decision === undefined ? '' : ` (before: ${decision ? 'yes' : 'no'})`;
}

/**
 * Shows each change with its reason and asks; returns the ids of those that are to be made. Everything goes to stderr:
 * stdout is for the report. Ctrl-C throws Interrupted, and nothing is made.
 */
export async function reviewAtTerminal(
  changes: readonly ReviewedChange[],
  io: Io,
  refusesColour: boolean,
): Promise<ReadonlySet<string>> {
  const { ask, stderr, env } = io;
  if (ask === null) throw new Interrupted();
  const style = createStyle(hasColour(stderr, env, refusesColour));
  const decided = new Map<string, boolean>();
  let at = 0;
  for (let change = changes[at]; change !== undefined; change = changes[at]) {
    const { id } = change.finding;
    stderr.write(`${['', ...renderWithDiffs(change.finding, await change.findDiffs(), { style })].join('\n')}\n`);
    const place = `[${at + 1}/${changes.length}]${describeBefore(decided.get(id))}`;
    const key = await askKey(`${place} Make this change? [y,n,a,q,b,?] `, ask, stderr);
    if (key === 'q') break;
    if (key === 'b') {
      at = Math.max(0, at - 1);
      continue;
    }
    if (key === 'a') {
      for (const { finding } of changes.slice(at)) decided.set(finding.id, true);
      break;
    }
    decided.set(id, key === 'y');
    at += 1;
  }
  return new Set([...decided].flatMap(([id, isAccepted]) => (isAccepted ? [id] : [])));
}
