import type * as t from '@babel/types';
import { type FunctionNode, isFunctionNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import { addBinding, type Binding, type BindingSource, createScope, type Scope } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** What the template of a Vue component in the options style sees: members of its `data`, `methods`, `computed`, `setup`. */

type Member = t.ObjectExpression['properties'][number];

export function findOptions(facts: ScriptFacts): t.ObjectExpression | null {
  for (const node of facts.exports) {
    if (node.type !== 'ExportDefaultDeclaration') continue;
    const declared = unwrap(node.declaration);
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

function findReturned(fn: FunctionNode | null): SyntaxNode | null {
  if (fn === null) return null;
  if (fn.body.type !== 'BlockStatement') return unwrap(fn.body);
  const last = fn.body.body.findLast((statement) => statement.type === 'ReturnStatement');
  return last?.type === 'ReturnStatement' && last.argument ? unwrap(last.argument) : null;
}

/** The members that one option adds, with the node of the value of each. */
function listAdded(option: Member): readonly { readonly member: Member; readonly source: BindingSource | null }[] {
  const name = nameKey(option);
  const value = option.type === 'ObjectProperty' ? unwrap(option.value) : null;
  const object = name === 'data' || name === 'setup' ? (findReturned(findFunction(option)) ?? value) : value;
  if (object?.type !== 'ObjectExpression' || !/^(?:data|setup|methods|computed)$/.test(name ?? '')) return [];
  return object.properties.map((member) => {
    const fn = findFunction(member);
    if (name === 'computed') {
      const node = findReturned(fn);
      return { member, source: node === null ? null : { kind: 'value', node, steps: [] } };
    }
    if (fn !== null) return { member, source: { kind: 'function', fn } };
    if (member.type !== 'ObjectProperty') return { member, source: null };
    return { member, source: { kind: 'value', node: member.value, steps: [] } };
  });
}

/** A scope between the script and the markup that holds these members. */
export function declareTemplateMembers(facts: ScriptFacts): Scope {
  const options = findOptions(facts);
  if (options === null) return facts.root;
  const scope = createScope(options, facts.root);
  for (const { member, source } of options.properties.flatMap(listAdded)) {
    const name = nameKey(member);
    if (name === null || source === null) continue;
    addBinding(scope, name, source, member);
  }
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
