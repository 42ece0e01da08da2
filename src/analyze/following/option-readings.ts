import { unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { standsForThis } from '../../syntax/super-calls.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findLiteralOfThis } from '../classes/this-value.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import { listElements } from '../members/objects.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import { join, listIn, type MemberReadings } from './member-readings.ts';

/** Where functions read what other options than their own bring: `this.path` of `data() { return { path } }`, also of mixins. */

interface Mixing {
  readonly host: SyntaxNode;
  readonly mixed: SyntaxNode;
}

function listMixedIn(evaluator: Evaluator, key: SyntaxNode, module: Module): readonly Mixing[] {
  const property = getParent(key);
  const host = property?.type === 'ObjectProperty' && property.key === key ? getParent(property) : undefined;
  if (property?.type !== 'ObjectProperty' || host?.type !== 'ObjectExpression') return [];
  const given = evaluator.evaluate(property.value, module, null);
  const all = given.type === 'array' ? (listElements(evaluator, given) ?? []) : listOptions(given);
  return all.flatMap((mixin) => (mixin.type === 'object' && mixin.node !== null ? [{ host, mixed: mixin.node }] : []));
}

/** `mixins: [api]`, `extends: Base` of all files. */
const listMixings = gather(
  ({ graph }: Evaluator) => graph.loaded,
  (): Mixing[] => [],
  (mixings, module, evaluator) => {
    for (const { identifiers } of module.scripts)
      for (const key of [...identifiers.get('mixins'), ...identifiers.get('extends')])
        mixings.push(...listMixedIn(evaluator, key, module));
  },
);

/** The object itself, and those that share a `this` with it. */
function listSharing(evaluator: Evaluator, owner: SyntaxNode): ReadonlySet<SyntaxNode> {
  const all = listMixings(evaluator);
  const hosts = new Set([owner, ...all.flatMap(({ host, mixed }) => (mixed === owner ? [host] : []))]);
  return new Set([...hosts, ...all.flatMap(({ host, mixed }) => (hosts.has(host) ? [mixed] : []))]);
}

/** `this`, or what tells a name for it. */
function findSelf(object: SyntaxNode, module: Module): SyntaxNode | null {
  const node = unwrap(object);
  if (node.type === 'ThisExpression') return node;
  const binding = findBindingOf(module, node);
  return binding !== undefined && standsForThis(binding) ? binding.declaration : null;
}

/** All of one member of `this`, in whatever functions share the `this` that is made of the options. */
export function listOptionReadings(
  evaluator: Evaluator,
  options: SyntaxNode,
  name: string,
  module: Module,
): MemberReadings {
  const sharing = listSharing(evaluator, options);
  const isOwner = (object: SyntaxNode, at: Module) => {
    const self = findSelf(object, at);
    const literal = self === null ? null : findLiteralOfThis(self);
    return literal !== null && sharing.has(literal);
  };
  const modules = sharing.size === 1 ? [module] : evaluator.graph.loaded;
  return join(
    name,
    modules.flatMap((loaded) => loaded.scripts.map((script) => listIn(script, loaded, name, isOwner))),
  );
}
