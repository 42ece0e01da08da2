import { isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateData } from '../modules/data-files.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import type { Argument, Env, ExternalValue, Value } from '../values/values.ts';

/** `JSON.parse(readFileSync(new URL('./config.json', import.meta.url)))`: JSON or YAML of the project that is read when the code runs. */

const FILES = /^(?:(?:node:)?fs(?:\/promises)?|fs-extra|graceful-fs)$/;
const READING = /^(?:default\.)?(?:promises\.)?readFile(?:Sync)?$/;
const READING_GLOBALS = /^(?:Deno\.readTextFile(?:Sync)?|Bun\.file)$/;
/** What reads and parses at once. */
const PARSING: Readonly<Record<string, RegExp>> = {
  'fs-extra': /^(?:default\.)?read(?:Json|JSON)(?:Sync)?$/,
  jsonfile: /^(?:default\.)?readFile(?:Sync)?$/,
  'load-json-file': /^(?:default\.)?(?:|sync|loadJsonFile(?:Sync)?)$/,
  yamljs: /^(?:default\.)?load$/,
  'read-yaml-file': /^(?:default\.)?(?:|sync|readYamlFile(?:Sync)?)$/,
};

/** What parses the text of a file. */
const PARSERS: Readonly<Record<string, RegExp>> = {
  global: /^JSON\.parse$/,
  json5: /^(?:default\.)?parse$/,
  'js-yaml': /^(?:default\.)?(?:load|safeLoad)$/,
  yaml: /^(?:default\.)?parse$/,
  yamljs: /^(?:default\.)?parse$/,
};

interface FileName {
  readonly path: string;
  /** Beside the module, or where the program is started. */
  readonly isBeside: boolean;
}

function isMeta(node: SyntaxNode, name: RegExp): boolean {
  return isMemberNode(node) && node.object.type === 'MetaProperty' && name.test(nameMember(node) ?? '');
}

/** What a name was declared as; null for parameters and names that are assigned to. */
function findDeclared(node: SyntaxNode, module: Module): SyntaxNode | null {
  const binding = findBindingOf(module, node);
  if (binding?.source.kind !== 'value' || binding.source.steps.length > 0 || binding.assignments.length > 0)
    return null;
  return binding.source.node;
}

/** `__dirname`, `dirname(fileURLToPath(import.meta.url))`, `process.cwd()`: is the folder that of the module? Null for others. */
function readFolder(given: SyntaxNode, module: Module): boolean | null {
  const node = unwrap(given);
  if (isMeta(node, /^dirname$/)) return true;
  if (node.type === 'Identifier' && node.name === '__dirname') return true;
  if (node.type === 'CallExpression' && nameCallee(node.callee) === 'dirname') return true;
  if (node.type === 'CallExpression' && nameCallee(node.callee) === 'cwd') return false;
  const declared = findDeclared(node, module);
  return declared === null ? null : readFolder(declared, module);
}

class FileNames {
  readonly #evaluator: Evaluator;
  readonly #env: Env;

  constructor(evaluator: Evaluator, env: Env) {
    this.#evaluator = evaluator;
    this.#env = env;
  }

  #readText(node: SyntaxNode, module: Module): string | null {
    const value = this.#evaluator.evaluate(node, module, this.#env);
    return findKnownText(value);
  }

  /** The name that these parts make: a folder may come first. */
  #join(parts: readonly SyntaxNode[], module: Module): FileName | null {
    const [first, ...rest] = parts;
    if (first === undefined) return null;
    const isBeside = readFolder(first, module);
    const texts = (isBeside === null ? parts : rest).map((part) => this.#readText(part, module));
    return texts.every((text) => text !== null) ? { path: texts.join('/'), isBeside: isBeside === true } : null;
  }

  #readCall(node: SyntaxNode & { readonly type: 'CallExpression' }, module: Module): FileName | null {
    const name = nameCallee(node.callee);
    const [first] = node.arguments;
    if (name === 'join') return this.#join(node.arguments, module);
    if (name === 'resolve') {
      const callee = unwrap(node.callee);
      const owner = isMemberNode(callee) ? unwrap(callee.object) : null;
      const found = this.#join(node.arguments, module);
      return owner?.type === 'Identifier' && owner.name === 'require' && found !== null
        ? { ...found, isBeside: true }
        : found;
    }
    return (name === 'fileURLToPath' || name === 'String') && first !== undefined ? this.read(first, module) : null;
  }

  read(given: SyntaxNode, module: Module): FileName | null {
    const node = unwrap(given);
    if (node.type === 'NewExpression') {
      const [name, base] = node.arguments;
      const isBeside = base !== undefined && isMeta(unwrap(base), /^url$/);
      const path = isBeside && name !== undefined ? this.#readText(name, module) : null;
      return path === null ? null : { path, isBeside: true };
    }
    if (node.type === 'CallExpression') return this.#readCall(node, module);
    if (node.type === 'TemplateLiteral' && node.quasis[0]?.value.raw === '') {
      const [folder] = node.expressions;
      const isBeside = folder === undefined || node.expressions.length > 1 ? null : readFolder(folder, module);
      if (isBeside !== null) return { path: node.quasis[1]?.value.cooked ?? '', isBeside };
    }
    if (node.type === 'BinaryExpression' && node.left.type !== 'PrivateName') {
      const isBeside = readFolder(node.left, module);
      const path = isBeside === null ? null : this.#readText(node.right, module);
      if (isBeside !== null && path !== null) return { path, isBeside };
    }
    const declared = findDeclared(node, module);
    if (declared !== null) return this.read(declared, module);
    const path = this.#readText(node, module);
    return path === null ? null : { path, isBeside: false };
  }
}

/** Where a name may lead that is taken from where the program is started: the folders above the module. */
function listStarts(path: string): readonly string[] {
  const folders = path.split('/').slice(0, -1);
  return [...folders.map((_, index) => folders.slice(0, folders.length - index).join('/')), ''].map((folder) =>
    folder === '' ? 'start' : `${folder}/start`,
  );
}

function readFile(evaluator: Evaluator, argument: Argument | undefined): Value | null {
  if (argument?.kind !== 'expression') return null;
  const { node, module, env } = argument;
  const name = new FileNames(evaluator, env).read(node, module);
  if (name === null || !/\.(?:json5?|ya?ml)$/.test(name.path) || /^[a-z]+:/i.test(name.path)) return null;
  const specifier = name.path.replace(/^(?:\.?\/+)*(?!\.)/, './');
  for (const from of name.isBeside ? [module.path] : listStarts(module.path)) {
    const data = evaluateData(evaluator, from, specifier, '*');
    if (data !== null) return data;
  }
  return null;
}

/** The name of the file of which a value is the text. */
function findRead(value: Value): Argument | undefined {
  const made = value.type === 'external' ? value.made : null;
  if (made === null) return undefined;
  // `readFileSync(name).toString()`
  if (made.by.made !== null) return /^(?:toString|text)$/.test(made.by.path.join('.')) ? findRead(made.by) : undefined;
  const path = made.by.path.join('.');
  const isRead =
    (FILES.test(made.by.module) && READING.test(path)) || (made.by.module === 'global' && READING_GLOBALS.test(path));
  return isRead ? made.args[0] : undefined;
}

/** What the call reads from a file of the project; null for every other call. */
export function callDataRead(evaluator: Evaluator, callee: ExternalValue, { args }: BuiltinCall): Value | null {
  const path = callee.path.join('.');
  if (callee.made !== null) return path === 'json' ? readFile(evaluator, findRead(callee)) : null;
  if (PARSING[callee.module]?.test(path)) return readFile(evaluator, args[0]);
  if (PARSERS[callee.module]?.test(path) !== true) return null;
  const text = evaluator.getArgument(args, 0);
  return text === undefined ? null : readFile(evaluator, findRead(text));
}
