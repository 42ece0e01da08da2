import { listInferred, listProposed } from '../../bases.ts';
import { parseBaseUrl } from '../../config/base-url.ts';
import type { Settings } from '../../config/settings.ts';
import { UserError } from '../../errors.ts';
import { escapeControls } from '../../escape/controls.ts';
import type { BaseUse } from '../../model/plan.ts';
import { type RunContext, runPipeline } from '../../pipeline.ts';
import { count } from '../../report/describe.ts';
import type { Io } from '../io.ts';
import { type Ask, askYesNo } from './ask.ts';

function describeUse({ base, requests }: BaseUse): string {
  return `${base} (${count(requests, 'request')})`;
}

function explainUnnamed(inferred: readonly BaseUse[]): UserError {
  const flags = inferred.map(({ base }) => `--base-url ${base}`).join(' ');
  return new UserError(
    `The code calls ${inferred.map(describeUse).join(', ')}, but nobody said that it is the platform.`,
    {
      hint: `If it is, add ${flags} (or --yes).`,
    },
  );
}

function explainUnknown(proposed: readonly string[]): UserError {
  const flags = proposed.map((base) => `--base-url ${base}`);
  return new UserError('The code does not say for certain where the platform lives.', {
    hint: `Add ${flags.length === 0 ? '--base-url <url|env:NAME>' : flags.join(' or ')}.`,
  });
}

/** Until it is a base, or nothing at all. */
async function askBase(
  ask: NonNullable<Ask>,
  proposed: readonly string[],
  versionPrefix: string,
  io: Io,
): Promise<readonly string[]> {
  const known = proposed.length === 0 ? '' : ` The code may call ${proposed.join(' or ')}.`;
  for (;;) {
    const answer = await ask(
      escapeControls(`Where does the platform live?${known} A URL, or env:NAME of a variable: `),
    );
    if (answer === '') throw explainUnknown(proposed);
    const parsed = parseBaseUrl(answer, versionPrefix);
    if (parsed.ok) return [parsed.base];
    io.stderr.write(`${parsed.problem}\n`);
  }
}

/** The bases for the config: those that were named, else those that the code shows and somebody agrees to. */
export async function chooseBases(
  settings: Settings,
  { ask, accepts }: { readonly ask: Ask; readonly accepts: boolean },
  context: RunContext,
  io: Io,
): Promise<readonly string[]> {
  if (settings.bases.length > 0) return settings.bases.map(({ base }) => base);
  const { plan } = await runPipeline(settings, context);
  const inferred = listInferred(plan);
  const bases = inferred.map(({ base }) => base);
  const question = `The code calls ${inferred.map(describeUse).join(', ')}. Is this the platform?`;
  if (inferred.length > 0) {
    if (accepts) return bases;
    if (ask === null) throw explainUnnamed(inferred);
    if (await askYesNo(ask, escapeControls(question), true)) return bases;
  }
  const proposed = inferred.length > 0 ? [] : listProposed(plan);
  if (ask === null) throw explainUnknown(proposed);
  return askBase(ask, proposed, settings.catalog.versionPrefix, io);
}
