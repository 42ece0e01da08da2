import { findOutermost } from '../../syntax/enclosing.ts';
import { isCallNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Atom, ObjectValue, TextAtom } from '../values/values.ts';

/** `routes[`${method} ${pathname}`]`: the tables in which a fake looks up what it answers to a path. */

/** What is made of a path on the way to the look-up is followed through this many names. */
const MAX_HOPS = 3;
const LOOKING_UP = /^(?:get|has|hasOwn|hasOwnProperty)$/;

interface PathKey {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly text: string;
}

/** `GET /calls`, `GET:/calls`: the path behind a method. */
export function dropMethod(text: string): string {
  return text.replace(/^[A-Z]+[ :]/, '');
}

/** `GET ` of `${method} ${path}`, be it known or not. */
const BEFORE = /^[A-Z]*[ :]?$/;

/** The text in which the path begins, with nothing before it but a method. */
export function findPathAtom(atoms: readonly Atom[]): TextAtom | null {
  for (const atom of atoms) {
    if (atom.kind === 'text' && dropMethod(atom.text).startsWith('/')) return atom;
    if (atom.kind === 'text' && !BEFORE.test(atom.text)) return null;
  }
  return null;
}

export function listNameReadings(script: ScriptFacts, name: SyntaxNode): readonly SyntaxNode[] {
  if (name.type !== 'Identifier') return [];
  const binding = findBinding(script, name);
  return script.identifiers.get(name.name).filter((node) => node !== name && findBinding(script, node) === binding);
}

/** `${method} ${pathname}`, `method + ' ' + pathname`: the text that ends with it. */
function findTextAround(node: SyntaxNode): SyntaxNode | null {
  const parent = getParent(node);
  if (parent?.type === 'TemplateLiteral')
    return parent.expressions.at(-1) === node && parent.quasis.at(-1)?.value.raw === '' ? parent : null;
  return parent?.type === 'BinaryExpression' && parent.operator === '+' && parent.right === node ? parent : null;
}

/** The path itself, the texts that end with it, and the names for them. */
export function listPathTexts(script: ScriptFacts, path: SyntaxNode): readonly SyntaxNode[] {
  const found = [path];
  let open: readonly SyntaxNode[] = [path];
  for (let hop = 0; hop < MAX_HOPS && open.length > 0; hop += 1) {
    open = open.flatMap((node) => {
      const around = findTextAround(node);
      const parent = getParent(node);
      const isNamed = parent?.type === 'VariableDeclarator' && parent.init === node;
      return [...(around === null ? [] : [around]), ...(isNamed ? listNameReadings(script, parent.id) : [])];
    });
    found.push(...open.filter((node) => !found.includes(node)));
  }
  return found;
}

/** What is looked into: `routes` of `routes[path]`, `routes.get(path)`, `path in routes` and `Object.hasOwn(routes, path)`. */
function findTable(asked: SyntaxNode): SyntaxNode | null {
  // `routes[pathname as keyof typeof routes]`
  const path = findOutermost(asked);
  const parent = getParent(path);
  if (parent === undefined) return null;
  if (isMemberNode(parent)) return parent.property === path && parent.computed ? parent.object : null;
  if (parent.type === 'BinaryExpression') return parent.operator === 'in' && parent.left === path ? parent.right : null;
  if (!isCallNode(parent) || parent.type === 'TaggedTemplateExpression') return null;
  const callee = unwrap(parent.callee);
  if (!isMemberNode(callee) || !LOOKING_UP.test(nameCallee(callee) ?? '')) return null;
  const [first, second] = parent.arguments;
  if (second === path) return first ?? null;
  return first === path ? callee.object : null;
}

/** A table is looked through for what is spread into it so deep. */
const MAX_SPREADS = 4;

/** The keys that are written as texts, those of tables that are spread into it as well. */
function listObjectKeys(evaluator: Evaluator, { entries }: ObjectValue, depth = 0): readonly PathKey[] {
  return entries.flatMap((entry): readonly PathKey[] => {
    if (entry.kind === 'spread') {
      if (depth === MAX_SPREADS) return [];
      return listOptions(evaluator.evaluateSlot(entry.slot, null)).flatMap((option) =>
        option.type === 'object' ? listObjectKeys(evaluator, option, depth + 1) : [],
      );
    }
    if (entry.kind !== 'slot' || entry.slot.kind === 'value') return [];
    const { slot } = entry;
    const value = slot.kind === 'method' ? slot.fn : slot.node;
    const member = value.type === 'ObjectMethod' ? value : getParent(value);
    const isMember = member?.type === 'ObjectProperty' || member?.type === 'ObjectMethod';
    const key = isMember && !member.computed ? member.key : null;
    return key?.type === 'StringLiteral' ? [{ node: key, module: slot.module, text: key.value }] : [];
  });
}

/** `new Map([['GET /calls', …]])` */
function listEntryKeys(entries: SyntaxNode | undefined, module: Module): readonly PathKey[] {
  const list = entries === undefined ? undefined : unwrap(entries);
  if (list?.type !== 'ArrayExpression') return [];
  return list.elements.flatMap((element) => {
    const pair = element === null ? null : unwrap(element);
    const key = pair?.type === 'ArrayExpression' ? pair.elements[0] : null;
    return key?.type === 'StringLiteral' ? [{ node: key, module, text: key.value }] : [];
  });
}

/** `routes.set('/calls', [])`, and the texts that callers give a method which sets them: `on(path, body) { this.routes.set(path, body); }`. */
function listSetKeys(evaluator: Evaluator, made: SyntaxNode, module: Module): readonly PathKey[] {
  return module.scripts.flatMap(({ calls }) =>
    calls.flatMap((call): readonly PathKey[] => {
      const callee = call.type === 'CallExpression' ? unwrap(call.callee) : null;
      const [key] = 'arguments' in call ? call.arguments : [];
      if (callee === null || key === undefined || !isMemberNode(callee) || nameCallee(callee) !== 'set') return [];
      const isSame = listOptions(evaluator.evaluate(callee.object, module, evaluator.anyCaller)).some(
        (option) => option.type === 'external' && option.path.length === 0 && option.made?.call === made,
      );
      if (!isSame) return [];
      if (key.type === 'StringLiteral') return [{ node: key, module, text: key.value }];
      return listTexts(evaluator.evaluate(key, module, evaluator.anyCaller), key, module).flatMap(({ atoms }) => {
        // `routes.set(`${method} ${path}`, body)`
        const origin = findPathAtom(atoms)?.origin ?? null;
        const known = origin === null ? undefined : evaluator.getIdentified(origin.literal);
        return known?.node.type === 'StringLiteral' ? [{ ...known, text: known.node.value }] : [];
      });
    }),
  );
}

/** The keys of the tables in which a path is looked up. */
export function listKeysAskedFor(evaluator: Evaluator, path: SyntaxNode, module: Module): readonly PathKey[] {
  const table = findTable(path);
  if (table === null) return [];
  return listOptions(evaluator.evaluate(table, module, evaluator.anyCaller)).flatMap((option) => {
    if (option.type === 'object') return listObjectKeys(evaluator, option);
    const made = option.type === 'external' && option.path.length === 0 ? option.made : null;
    const isMap = made?.by.module === 'global' && made.by.path.join('.') === 'Map';
    if (!isMap || !('arguments' in made.call)) return [];
    return [...listEntryKeys(made.call.arguments[0], made.module), ...listSetKeys(evaluator, made.call, made.module)];
  });
}
