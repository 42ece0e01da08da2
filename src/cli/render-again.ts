import { ACCESS_OPTIONS } from './options.ts';
import { quoteForShell } from './quote-for-shell.ts';
import { hideRoot, renderScope, type ScopeValues } from './scope.ts';

/** Options of `migrate` that choose which edits are made, and those that `--verify` asks with. */
const CHOOSING = ['decisions', 'transforms', 'annotate', 'verify', 'code-base-url', ...Object.keys(ACCESS_OPTIONS)];
const FILES = /^(?:decisions|key-file|ca)$/;

/** The arguments of a run that makes the edits which this one shows. */
export function renderAgain(values: ScopeValues, paths: readonly string[], started: string, cwd: string): string {
  const { askedAt } = values;
  const asked = askedAt === undefined ? values : { ...values, 'base-url': askedAt };
  const given: Readonly<Record<string, unknown>> = { ...values };
  const words = CHOOSING.flatMap((name): readonly string[] => {
    const value = given[name];
    if (value === true) return [`--${name}`];
    const texts = Array.isArray(value) ? value : [value];
    return texts.flatMap((text) =>
      typeof text === 'string' ? [`--${name}`, FILES.test(name) ? hideRoot(text, cwd) : text] : [],
    );
  });
  return [renderScope(asked, paths, started, cwd), ...words.map(quoteForShell)].filter(Boolean).join(' ');
}
