import type { Part, Piece } from './code.ts';

/** Ways in which code puts a base and a path together. */

export const COMPOSES = [
  'template',
  'concat',
  'one literal',
  'new URL',
  'new URL href',
  'pathname',
  'search params',
  'join',
  'concat method',
  'helper',
  'slashes compared',
] as const;
export type Compose = (typeof COMPOSES)[number];

export interface ComposeContext {
  readonly compose: Compose;
  /** Between base and path: a slash where neither has one. */
  readonly glue: '' | '/';
  /** Declares a function once where this service's helpers stand; answers how `from` names it. */
  helper(from: Part, stem: string, make: (home: Part, name: string) => string): string;
  /** The text of a base, when this is the code of one. */
  literalOf(base: string): string | null;
}

type Helper = 'pathname' | 'search params' | 'helper' | 'slashes compared';

const BODIES: Readonly<Record<Helper, string>> = {
  pathname: `  const url = new URL(base);
  url.pathname = path;
  return url;`,
  'search params': `  const url = new URL(base + GLUE + path);
  url.searchParams.set('source', 'app');
  return url.toString();`,
  helper: `  return base.replace(/\\/+$/, '') + '/' + path.replace(/^\\/+/, '');`,
  'slashes compared': `  const root = base.endsWith('/') ? base.slice(0, -1) : base;
  const rest = path.startsWith('/') ? path : \`/\${path}\`;
  return \`\${root}\${rest}\`;`,
};

function joinByHelper(context: ComposeContext, part: Part, base: string, path: string): string {
  const body = BODIES[context.compose as Helper].replace(' + GLUE', context.glue === '' ? '' : " + '/'");
  const name = context.helper(part, 'joinUrl', (home, helper) => {
    const type = home.typed(': string');
    return `function ${helper}(base${type}, path${type}) {\n${body}\n}`;
  });
  return `${name}(${base}, ${path})`;
}

export function composeUrl(context: ComposeContext, part: Part, base: string, path: readonly Piece[]): string {
  const { compose, glue } = context;
  switch (compose) {
    case 'concat':
      return part.sum([{ code: base }, glue, ...path]);
    case 'one literal':
      return part.text([context.literalOf(base) ?? { code: base }, glue, ...path]);
    case 'new URL':
      return `new URL(${part.text(path)}, ${base})`;
    case 'new URL href':
      return `new URL(${part.text(path)}, ${base}).href`;
    case 'join':
      return `[${base}, ${part.text([glue, ...path])}].join('')`;
    case 'concat method':
      return `${base}.concat(${part.text([glue, ...path])})`;
    case 'template':
      return part.text([{ code: base }, glue, ...path]);
    default:
      return joinByHelper(context, part, base, part.text(path));
  }
}

/** Is what is put together a URL object rather than a text? */
export function isUrlObject({ compose }: ComposeContext): boolean {
  return compose === 'new URL' || compose === 'pathname';
}
