import { quotePattern } from '../../model/name-patterns.ts';
import { type CallNode, getKeyName, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findKnownText, makeText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type Argument, type ExternalValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { joinFolder } from './join-folder.ts';
import type { Module } from './module.ts';

/**
 * `import.meta.glob('./modules/*.js', { eager: true })` of Vite and `require.context('./modules', false, /\.js$/)` of webpack: the
 * files of a folder in one table, by their paths.
 */

/** A folder with more of them holds pages, icons or translations. */
const MAX_FILES = 48;

const LOADER = 'import.meta.glob()';
const CONTEXT = 'require.context()';

/** `import.meta.glob`, `require.context` */
function nameLoading(call: CallNode): 'glob' | 'globEager' | 'context' | null {
  if (call.type !== 'CallExpression') return null;
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee)) return null;
  const [object, name] = [unwrap(callee.object), nameMember(callee)];
  if (object.type === 'MetaProperty') {
    if (name === 'webpackContext') return 'context';
    return name === 'glob' || name === 'globEager' ? name : null;
  }
  return object.type === 'Identifier' && object.name === 'require' && name === 'context' ? 'context' : null;
}

function readText(node: SyntaxNode | undefined): string | null {
  return node?.type === 'StringLiteral' ? node.value : null;
}

/** What is written for a member of the options. */
function findOption(options: SyntaxNode | undefined, name: string): SyntaxNode | null {
  if (options?.type !== 'ObjectExpression') return null;
  for (const member of options.properties)
    if (member.type === 'ObjectProperty' && getKeyName(member.key, member.computed) === name) return member.value;
  return null;
}

/** `./modules/*.js`, `../**\/api.ts` as a pattern of paths; null for one that is not relative. */
function toPattern(glob: string, { path }: Module): RegExp | null {
  if (!/^\.{1,2}\//.test(glob)) return null;
  const source = joinFolder(path, glob)
    .split(/(\*\*\/|\*\*|\*|\{[^}]*\})/)
    .map((piece) => {
      if (piece === '**/') return '(?:.*/)?';
      if (piece === '**') return '.*';
      if (piece === '*') return '[^/]*';
      return piece.startsWith('{')
        ? `(?:${piece.slice(1, -1).split(',').map(quotePattern).join('|')})`
        : quotePattern(piece);
    });
  return new RegExp(`^${source.join('')}$`);
}

/** Which files a pattern of Vite names; null where not all of it is known. */
function readGlobs(given: SyntaxNode | undefined, module: Module): ((path: string) => boolean) | null {
  const nodes = given?.type === 'ArrayExpression' ? given.elements.map((one) => one ?? undefined) : [given];
  const globs = nodes.map(readText);
  const patterns = globs.map((glob) => ({
    isOut: glob?.startsWith('!'),
    of: toPattern(glob?.replace(/^!/, '') ?? '', module),
  }));
  if (patterns.some(({ of }) => of === null)) return null;
  return (path) =>
    patterns.some(({ isOut, of }) => !isOut && of?.test(path)) &&
    !patterns.some(({ isOut, of }) => isOut && of?.test(path));
}

/** Which files a context of webpack has. */
function readContext(args: readonly SyntaxNode[], module: Module): ((path: string) => boolean) | null {
  const [folder, deep, name] = args;
  const given = readText(folder);
  if (given === null || !/^\.{1,2}(?:\/|$)/.test(given)) return null;
  if (name !== undefined && name.type !== 'RegExpLiteral') return null;
  const isFlat = deep?.type === 'BooleanLiteral' && !deep.value;
  const start = `${joinFolder(module.path, given)}/`.replace(/^\//, '').replace(/\/\/$/, '/');
  const test = name === undefined ? null : new RegExp(name.pattern, name.flags.replace('g', ''));
  return (path) => {
    if (!path.startsWith(start)) return false;
    const rest = path.slice(start.length);
    return !(isFlat && rest.includes('/')) && (test === null || test.test(`./${rest}`));
  };
}

/** The path of a file as a pattern next to the module would name it. */
function nameFrom({ path: from }: Module, path: string): string {
  const folder = from.split('/').slice(0, -1);
  const parts = path.split('/');
  while (folder.length > 0 && folder[0] === parts[0]) {
    folder.shift();
    parts.shift();
  }
  return `${folder.length === 0 ? './' : '../'.repeat(folder.length)}${parts.join('/')}`;
}

function makeLoader(name: string, value: Value, call: CallNode, module: Module): ExternalValue {
  const by: ExternalValue = { type: 'external', module: 'global', path: [name], made: null, ...NO_PROVENANCE };
  return { ...by, path: [], made: { by, args: [{ kind: 'value', value }], call, module } };
}

/** What a file exports by a name. */
type Load = (evaluator: Evaluator, from: Module, specifier: string, imported: string) => Value;

/** The table of what the call loads; null for every other call, and where it says nothing of files that matter. */
export function evaluateGlob(evaluator: Evaluator, call: CallNode, module: Module, load: Load): Value | null {
  const kind = nameLoading(call);
  if (kind === null || call.type !== 'CallExpression') return null;
  const [first, second] = call.arguments;
  const isMeant = kind === 'context' ? readContext(call.arguments, module) : readGlobs(first, module);
  const { candidates, seen } = evaluator.graph.project;
  // The others have hosts of their own, or send what they are handed.
  if (isMeant === null || !candidates.some(({ path }) => path !== module.path && isMeant(path))) return null;
  const files = seen.filter((path) => path !== module.path && isMeant(path));
  if (files.length > MAX_FILES) return null;
  const imported = readText(findOption(second, 'import') ?? undefined) ?? '*';
  const eager = findOption(second, 'eager');
  const isEager = kind !== 'glob' || (eager?.type === 'BooleanLiteral' && eager.value);
  const folder = kind === 'context' ? `${joinFolder(module.path, readText(first) ?? '')}/` : null;
  const entries = files.map((path) => {
    const named = nameFrom(module, path);
    const value = load(evaluator, module, named, imported);
    const name = folder === null ? named : `./${path.slice(folder.replace(/^\//, '').length)}`;
    return [name, isEager ? value : makeLoader(LOADER, value, call, module)] as const;
  });
  const table: Value = {
    type: 'object',
    node: null,
    entries: entries.map(([name, value]) => ({ kind: 'slot', name, slot: { kind: 'value', value } })),
    ...NO_PROVENANCE,
  };
  return kind === 'context' ? makeLoader(CONTEXT, table, call, module) : table;
}

/** `modules[path]()` of a table that loads when it is asked, `context(path)` and `context.keys()`; null for every other call. */
export function callGlobbed(evaluator: Evaluator, callee: Value, args: readonly Argument[]): Value | null {
  const found = listOptions(callee).map((option): Value | null => {
    const made = option.type === 'external' && option.made?.by.module === 'global' ? option.made : null;
    const name = made?.by.path.join('.');
    if (option.type !== 'external' || made === null || (name !== LOADER && name !== CONTEXT)) return null;
    const held = evaluator.getArgument(made.args, 0);
    if (held === undefined || name === LOADER) return option.path.length === 0 ? (held ?? null) : null;
    if (held.type !== 'object') return null;
    const names = held.entries.flatMap((entry) => (entry.kind === 'slot' ? [entry.name] : []));
    if (option.path.join('.') === 'keys')
      return {
        type: 'array',
        node: null,
        elements: names.map((own) => ({ kind: 'value', value: makeText(own) })),
        ...NO_PROVENANCE,
      };
    if (option.path.length > 0) return null;
    const known = findKnownText(evaluator.getArgument(args, 0));
    const meant = known === null ? names : names.filter((own) => own === known);
    return unite(meant.map((own) => evaluator.getProperty(held, own, made.call, made.module)));
  });
  return found.length === 0 || found.includes(null) ? null : unite(found.flatMap((value) => value ?? []));
}
