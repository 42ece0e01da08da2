import { describeName, isMemberNode, type MemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { nameSymbol } from '../frameworks/injected-tokens.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import { listReadingsOf, type MemberReadings } from './member-readings.ts';

/** What is kept where no name of the program leads: on the global object, under a symbol, in the state of a store. */

const GLOBAL = /^(?:globalThis|window|self|global)$/;
const OF_PROCESS = /^process(?:\.env)?$/;

/** Which object of the whole program an expression is; null for any other. */
function nameShared(object: SyntaxNode, module: Module): string | null {
  const node = unwrap(object);
  const name = describeName(node);
  const isShared = GLOBAL.test(name) || OF_PROCESS.test(name);
  const root = isMemberNode(node) ? unwrap(node.object) : node;
  if (!isShared || root.type !== 'Identifier' || findBindingOf(module, root) !== undefined) return null;
  return GLOBAL.test(name) ? 'global' : name;
}

/** Is it a name by itself that nothing in its file declares? */
function isOpenName(node: SyntaxNode, module: Module): boolean {
  const parent = getParent(node);
  if (parent === undefined || findBindingOf(module, node) !== undefined) return false;
  if (isMemberNode(parent)) return parent.object === node || parent.computed;
  const isKey = /^(?:Object|Class)(?:Property|Method)$|^Class(?:Private|Accessor)Property$/.test(parent.type);
  return !isKey || ('value' in parent && parent.value === node && !('shorthand' in parent && parent.shorthand));
}

/** `globalThis.last`, `last`, `process.env.LAST`: where a member of an object that all files share is read; null for any other object. */
export function listSharedReadings(
  evaluator: Evaluator,
  object: SyntaxNode,
  name: string,
  module: Module,
): MemberReadings | null {
  const shared = nameShared(object, module);
  if (shared === null) return null;
  const readings = listReadingsOf(evaluator, name, (owner, at) => nameShared(owner, at) === shared);
  if (shared !== 'global') return readings;
  const bare = evaluator.graph.loaded.flatMap((loaded) =>
    loaded.scripts.flatMap(({ identifiers }) =>
      identifiers
        .get(name)
        .filter((node) => isOpenName(node, loaded))
        .map((node) => ({ node, module: loaded })),
    ),
  );
  return { ...readings, members: [...readings.members, ...bare] };
}

/** `client[LAST]` beside `this[LAST] = path`: wherever the symbol stands as a key under the same name; null where the key is no symbol. */
export function listSymbolReadings(evaluator: Evaluator, target: MemberNode, module: Module): MemberReadings | null {
  const key = unwrap(target.property);
  if (!target.computed || key.type !== 'Identifier') return null;
  const nameOf = (node: SyntaxNode, at: Module) =>
    listOptions(evaluator.evaluate(node, at, null)).flatMap((option) => nameSymbol(evaluator, option) ?? []);
  const symbols = nameOf(key, module);
  if (symbols.length === 0) return null;
  const members = evaluator.graph.loaded.flatMap((loaded) =>
    loaded.scripts.flatMap(({ identifiers }) =>
      identifiers.get(key.name).flatMap((node) => {
        const member = getParent(node);
        const isKey = member !== undefined && isMemberNode(member) && member.computed && member.property === node;
        const isSame = isKey && member !== target && nameOf(node, loaded).some((name) => symbols.includes(name));
        return isSame ? [{ node: member, module: loaded }] : [];
      }),
    ),
  );
  return { name: key.name, members, patterns: [] };
}

/** Of whatever is made of one literal, the options of a store as well: `store.last` of `this.last = path` in an action. */
export function listReadingsOfLiteral(evaluator: Evaluator, literal: SyntaxNode, name: string): MemberReadings {
  return listReadingsOf(evaluator, name, (owner, at) => isOfLiteral(evaluator, owner, at, literal));
}

/** `const { last } = storeToRefs(store)`: the same of members in boxes. */
export function listBoxedReadings(evaluator: Evaluator, literal: SyntaxNode, name: string): MemberReadings {
  return listReadingsOf(evaluator, name, (owner, at) => {
    const call = unwrap(owner);
    const [store] = call.type === 'CallExpression' && nameCallee(call.callee) === 'storeToRefs' ? call.arguments : [];
    return store !== undefined && isOfLiteral(evaluator, store, at, literal);
  });
}

function isOfLiteral(evaluator: Evaluator, node: SyntaxNode, module: Module, literal: SyntaxNode): boolean {
  const options = listOptions(evaluator.evaluate(node, module, null));
  return options.some((option) => option.type === 'object' && option.node === literal);
}
