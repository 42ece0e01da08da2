import type * as t from '@babel/types';
import { isModuleExports } from '../../syntax/compiled-modules.ts';
import { type FunctionNode, isFunctionNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import { findReturned } from '../../syntax/returned.ts';
import { addBinding, type Binding, type BindingSource, createScope, type Scope } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** What the template of a Vue component in the options style sees: members of its `data`, `methods`, `computed`, `setup`. */

type Member = t.ObjectExpression['properties'][number];

/** `export default { … }`, `module.exports = { … }` */
function listWhole(facts: ScriptFacts): readonly SyntaxNode[] {
  const defaults = facts.exports.flatMap((node) =>
    node.type === 'ExportDefaultDeclaration' ? [node.declaration] : [],
  );
  const assigned = facts.memberAssignments.flatMap(({ target, value }) => (isModuleExports(target) ? [value] : []));
  return [...defaults, ...assigned];
}

export function findOptions(facts: ScriptFacts): t.ObjectExpression | null {
  for (const whole of listWhole(facts)) {
    const declared = unwrap(whole);
    const [first] = declared.type === 'CallExpression' ? declared.arguments : [];
    const options = first === undefined ? declared : unwrap(first);
    if (options.type === 'ObjectExpression') return options;
  }
  return null;
}

function findFunction(member: Member): FunctionNode | null {
  if (member.type === 'ObjectMethod') return member;
  const value = member.type === 'ObjectProperty' ? unwrap(member.value) : null;
  return value !== null && isFunctionNode(value) ? value : null;
}

function findGivenBack(option: Member): SyntaxNode | null {
  const fn = findFunction(option);
  return fn === null ? null : findReturned(fn);
}

interface Added {
  readonly name: string | null;
  readonly member: Member;
  readonly source: BindingSource | null;
}

/** `path: { type: String, default: '/calls' }`: what a property is where nobody gives it. */
function listDefaults(props: SyntaxNode | null): readonly Added[] {
  if (props?.type !== 'ObjectExpression') return [];
  return props.properties.flatMap((prop): readonly Added[] => {
    const described = prop.type === 'ObjectProperty' ? unwrap(prop.value) : null;
    if (prop.type !== 'ObjectProperty' || described?.type !== 'ObjectExpression') return [];
    const member = described.properties.find(
      (entry) => entry.type === 'ObjectProperty' && nameKey(entry) === 'default',
    );
    if (member?.type !== 'ObjectProperty') return [];
    return [{ name: nameKey(prop), member, source: { kind: 'value', node: member.value, steps: [] } }];
  });
}

/** The members that one option adds, with the node of the value of each. */
function listAdded(option: Member): readonly Added[] {
  const name = nameKey(option);
  const value = option.type === 'ObjectProperty' ? unwrap(option.value) : null;
  if (name === 'props') return listDefaults(value);
  const object = name === 'data' || name === 'setup' ? (findGivenBack(option) ?? value) : value;
  if (object?.type !== 'ObjectExpression' || !/^(?:data|setup|methods|computed)$/.test(name ?? '')) return [];
  return object.properties.map((member) => {
    const fn = findFunction(member);
    const own = { name: nameKey(member), member };
    if (name === 'computed') {
      const node = fn === null ? null : findReturned(fn);
      return { ...own, source: node === null ? null : { kind: 'value', node, steps: [] } };
    }
    if (fn !== null) return { ...own, source: { kind: 'function', fn } };
    if (member.type !== 'ObjectProperty') return { ...own, source: null };
    return { ...own, source: { kind: 'value', node: member.value, steps: [] } };
  });
}

/** `withDefaults(defineProps<Props>(), { path: '/calls' })`, `defineProps({ path: { default: '/calls' } })` */
function listSetupDefaults(facts: ScriptFacts): { readonly node: SyntaxNode; readonly added: readonly Added[] } | null {
  for (const call of facts.calls) {
    const name = call.type === 'CallExpression' && call.callee.type === 'Identifier' ? call.callee.name : '';
    if (call.type !== 'CallExpression' || !/^(?:withDefaults|defineProps)$/.test(name)) continue;
    const given = name === 'withDefaults' ? call.arguments[1] : call.arguments[0];
    const node = given === undefined ? null : unwrap(given);
    if (node?.type !== 'ObjectExpression') continue;
    if (name === 'defineProps') return { node, added: listDefaults(node) };
    const added = node.properties.flatMap((member): readonly Added[] =>
      member.type === 'ObjectProperty'
        ? [{ name: nameKey(member), member, source: { kind: 'value', node: member.value, steps: [] } }]
        : [],
    );
    return { node, added };
  }
  return null;
}

/** A scope between the script and the markup that holds these members. */
export function declareTemplateMembers(facts: ScriptFacts): Scope {
  const options = findOptions(facts);
  const found =
    options === null
      ? listSetupDefaults(facts)
      : { node: options, added: options.properties.flatMap((option) => listAdded(option)) };
  if (found === null) return facts.root;
  const scope = createScope(found.node, facts.root);
  // What the script declares by this name stands in front of a property.
  for (const { name, member, source } of found.added)
    if (name !== null && source !== null && (options !== null || !facts.root.bindings.has(name)))
      addBinding(scope, name, source, member);
  return scope;
}

/** The member of the template that a node of the script gives its value; undefined when it gives none. */
export function findTemplateMember(scripts: readonly ScriptFacts[], node: SyntaxNode): Binding | undefined {
  const scope = scripts.at(-1)?.root.parent;
  if (scope?.node.type !== 'ObjectExpression') return undefined;
  return [...scope.bindings.values()].find(
    ({ declaration, source }) =>
      declaration === node ||
      (declaration.type === 'ObjectProperty' && declaration.value === node && source.kind === 'value'),
  );
}
