import { normalize } from 'node:path';
import { UserError } from '../errors.ts';
import { suggest } from '../nearest.ts';
import { isReporterName, REPORTER_NAMES, type ReporterName } from './registry.ts';

/** One report to make; `file` as typed, null for stdout. */
export interface Output {
  readonly name: ReporterName;
  readonly file: string | null;
}

function parseOutput(text: string): Output {
  const split = text.indexOf('=');
  const name = split === -1 ? text : text.slice(0, split);
  const file = split === -1 ? null : text.slice(split + 1);
  if (!isReporterName(name)) {
    throw new UserError(`--reporter: there is no format "${name}".${suggest(name, REPORTER_NAMES)}`, {
      hint: `Formats: ${REPORTER_NAMES.join(', ')}.`,
    });
  }
  if (file === '') throw new UserError(`--reporter ${text}: the name of the file is missing.`);
  return { name, file };
}

function findRepeated(texts: readonly string[]): string | undefined {
  return texts.find((text, index) => texts.indexOf(text) < index);
}

/** `name[=file]`, repeated. Text goes to stdout unless another format does. */
export function parseOutputs(texts: readonly string[]): readonly Output[] {
  const outputs = texts.map(parseOutput);
  const onStdout = outputs.filter(({ file }) => file === null).map(({ name }) => name);
  if (onStdout.length > 1) {
    throw new UserError(`--reporter: ${onStdout.join(' and ')} cannot both go to stdout.`, {
      hint: `Give one a file: --reporter ${onStdout[1]}=<file>.`,
    });
  }
  const repeated = findRepeated(outputs.flatMap(({ file }) => (file === null ? [] : normalize(file))));
  if (repeated !== undefined) throw new UserError(`--reporter: two reports cannot go to one file, ${repeated}.`);
  return onStdout.length === 0 ? [{ name: 'text', file: null }, ...outputs] : outputs;
}
