import type { RenderContext } from './reporter.ts';

/** Answers questions about sources, each file read and taken apart once. */
export function cacheByFile<Value>(
  { readSource }: Pick<RenderContext, 'readSource'>,
  compute: (text: string) => Value,
): (file: string) => Value | null {
  const known = new Map<string, Value | null>();
  return (file) => {
    const found = known.get(file);
    if (found !== undefined) return found;
    const text = readSource(file);
    const value = text === null ? null : compute(text);
    known.set(file, value);
    return value;
  };
}

/** Lines as findings count them: without line end, the first without BOM. */
export function splitSource(text: string): readonly string[] {
  return text.replace(/^\ufeff/, '').split(/\r?\n/);
}
