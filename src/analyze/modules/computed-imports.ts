import { quotePattern } from '../../model/name-patterns.ts';
import { isFunctionNode, isMemberNode, nameCallee } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { nameDecision } from '../expressions/branches.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import type { Atom } from '../values/atoms.ts';
import { chooseEach, unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import type { Env, Value } from '../values/values.ts';
import { evaluateImport } from './exports.ts';
import { joinFolder } from './join-folder.ts';
import type { Module } from './module.ts';
import { findFirst, type Placing, peelPlace, placeFolder, type ReadPiece, splitPlace } from './placed-folders.ts';

/** `require('./commands/' + name)`, `import(`./commands/${name}.mjs`)`: one of the files that the name can be of. */

/** A folder with more of them holds translations, or the like. */
const MAX_FILES = 48;

/** What stands for any part of a name. */
const ANY = '\0';

/** `new URL('./worker.js', import.meta.url)` */
function findRelative(node: SyntaxNode): SyntaxNode {
  if (node.type !== 'NewExpression' || nameCallee(node.callee) !== 'URL') return node;
  const [relative, base] = node.arguments;
  const isOwn = base !== undefined && isMemberNode(base) && base.object.type === 'MetaProperty';
  return relative !== undefined && isOwn ? relative : node;
}

function nameAtoms(atoms: readonly Atom[]): string {
  return atoms.map((atom) => (atom.kind === 'text' ? atom.text : ANY)).join('');
}

/** A text with what is not known left open; null where it can be several. */
function readPiece(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env): string | null {
  if (node.type === 'TemplateElement') return node.value.cooked ?? '';
  const texts = listTexts(evaluator.evaluate(node, module, env), node, module);
  // `process.env.STAGE || 'development'`: what is open stands for the other as well.
  const open = texts.filter(({ atoms }) => atoms.some(({ kind }) => kind !== 'text'));
  const [text, ...others] = open.length > 0 ? open : texts;
  if (text === undefined || others.length > 0) return null;
  return nameAtoms(text.atoms);
}

/** One open part, behind a folder that is known. */
function checkSpecifier(specifier: string): string | null {
  const isPlaced = /^\.{1,2}\/(?:[^\0]*\/)?[^/\0]*(?:\0|$)/.test(specifier);
  return isPlaced && specifier.split(ANY).length <= 2 ? specifier : null;
}

/** `./../../src/jobs` */
function nameFolder(folder: string, { path }: Module): string {
  return `./${'../'.repeat(path.split('/').length - 1)}${folder}`;
}

/** `files.map((file) => path.join(folder, file))`: the path that a name stands for, from the place that it begins with. */
function readNamed(evaluator: Evaluator, name: SyntaxNode, module: Module, env: Env, read: ReadPiece): string | null {
  const [text, ...others] =
    name.type === 'Identifier' ? listTexts(evaluator.evaluate(name, module, env), name, module) : [];
  const [first, ...rest] = text?.atoms ?? [];
  if (first?.kind !== 'hole' || others.length > 0 || first.node === name) return null;
  if (rest.length === 0)
    return first.module === module ? readSpecifier(evaluator, first.node, module, evaluator.anyCaller) : null;
  const place = { node: findFirst(first.node), module: first.module, env: evaluator.anyCaller };
  const folder = placeFolder(evaluator, place, read);
  return folder === null ? null : `${nameFolder(folder, module)}${nameAtoms(rest)}`;
}

/** The specifier with what is not known left open; null where not even the folder is known. */
export function readSpecifier(evaluator: Evaluator, given: SyntaxNode, module: Module, env: Env): string | null {
  const argument = findRelative(peelPlace(given));
  const read = (piece: Placing) => readPiece(evaluator, piece.node, piece.module, piece.env);
  const readKnown = (piece: Placing) => {
    const text = read(piece);
    return text === null || text.includes(ANY) ? null : text;
  };
  const named = readNamed(evaluator, argument, module, env, readKnown);
  if (named !== null) return checkSpecifier(named);
  const [first, rest, isText] = splitPlace(argument) ?? [argument, []];
  const folder = rest.length === 0 ? null : placeFolder(evaluator, { node: first, module, env }, readKnown);
  const pieces = (folder === null ? [argument] : rest).map((node) => read({ node, module, env }));
  if (pieces.includes(null)) return null;
  const written = pieces.join(isText === false && folder !== null ? '/' : '').replace(/\0+/g, ANY);
  const specifier = folder === null ? written : `${nameFolder(folder, module)}/${written.replace(/^\.?\/+/, '')}`;
  return checkSpecifier(specifier);
}

/** The files that the name can be of; none where none of them has a word that matters. */
function listFiles(evaluator: Evaluator, module: Module, specifier: string): readonly string[] {
  const [before = '', after = ''] = joinFolder(module.path, specifier).split(ANY);
  const isFolder = /\/\0/.test(specifier);
  const start = isFolder && before !== '' && !before.endsWith('/') ? `${before}/` : before;
  const name = new RegExp(
    `^${quotePattern(start)}[^/]+${quotePattern(after)}(?:\\.[cm]?[jt]sx?|/index\\.[cm]?[jt]sx?)?$`,
  );
  const { candidates, seen } = evaluator.graph.project;
  const isMeant = (path: string) => path.startsWith(start) && path !== module.path && name.test(path);
  // The others have hosts of their own, or send what they are handed.
  return candidates.some(({ path }) => isMeant(path)) ? seen.filter(isMeant) : [];
}

/** `for (const name of ['agents', 'calls']) load(await import(`./${name}.js`))`: the files that are named, each for its own name. */
function loadNamed(evaluator: Evaluator, argument: SyntaxNode, module: Module, env: Env): Value | null {
  const texts = listTexts(evaluator.evaluate(argument, module, env), argument, module);
  const named = texts.flatMap((text) => {
    const specifier = findKnownText(text);
    return specifier !== null && /^\.{1,2}\//.test(specifier) ? [{ specifier, choices: text.choices }] : [];
  });
  if (texts.length < 2 || named.length < texts.length || named.length > MAX_FILES) return null;
  return unite(
    named.map(({ specifier, choices }) => withChoices(evaluateImport(evaluator, module, specifier, '*'), choices)),
  );
}

/** What the call loads; null where its argument says nothing of it. */
export function evaluateComputedImport(
  evaluator: Evaluator,
  argument: SyntaxNode | undefined,
  module: Module,
  env: Env,
): Value | null {
  if (argument === undefined || argument.type === 'SpreadElement' || isFunctionNode(argument)) return null;
  const specifier = readSpecifier(evaluator, argument, module, env);
  if (specifier === null) return loadNamed(evaluator, argument, module, env);
  if (!specifier.includes(ANY)) return evaluateImport(evaluator, module, specifier, '*');
  const files = listFiles(evaluator, module, specifier);
  if (files.length === 0 || files.length > MAX_FILES) return null;
  const folder = module.path.split('/').slice(0, -1);
  const values = files.map((path) => evaluateImport(evaluator, module, `./${'../'.repeat(folder.length)}${path}`, '*'));
  return chooseEach(nameDecision(argument, module), values);
}
