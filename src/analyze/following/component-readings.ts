import { type CallNode, isFunctionNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findOptions } from '../components/template-members.ts';
import { findScript, isRead, type Module } from '../modules/module.ts';

/** Where the code of a component reads what its elements are given. */

interface PropertyReading {
  readonly node: SyntaxNode;
  /** Does it stand for all properties, and not only for the one that is asked for? */
  readonly isWhole: boolean;
  /** Does the node name what is read, and not read it? */
  readonly isName: boolean;
}

const MACRO = /^(?:defineProps|\$props)$/;

/** `setup(props) { … }`, `setup: (props) => …` */
function findSetupParam(module: Module): SyntaxNode | undefined {
  for (const script of module.scripts) {
    const setup = findOptions(script)?.properties.find(
      (option) => option.type !== 'SpreadElement' && nameKey(option) === 'setup',
    );
    if (setup?.type === 'ObjectMethod') return setup.params[0];
    const value = setup?.type === 'ObjectProperty' ? unwrap(setup.value) : undefined;
    if (value !== undefined && isFunctionNode(value)) return value.params[0];
  }
  return undefined;
}

export function listPropertyReadings(module: Module, name: string): readonly PropertyReading[] {
  const readings: PropertyReading[] = [];
  const add = (node: SyntaxNode, isWhole: boolean, isName = false) => readings.push({ node, isWhole, isName });
  for (const script of module.scripts) {
    for (const call of script.calls)
      if (call.type === 'CallExpression' && call.callee.type === 'Identifier' && MACRO.test(call.callee.name))
        add(call, true);
    for (const member of script.members.get(name))
      if (unwrap(member.object).type === 'ThisExpression') add(member, false);
    // The names that a template uses without declaring them.
    for (const identifier of script.kind === 'markup' ? script.identifiers.get(name) : [])
      if (isRead(identifier) && !isTagName(identifier) && findBinding(script, identifier) === undefined)
        add(identifier, false);
  }
  const param = findSetupParam(module);
  if (param !== undefined) add(param, true, true);
  const exported = module.path.endsWith('.svelte') ? module.exports.get(name) : undefined;
  if (exported?.kind === 'binding') add(exported.binding.declaration, false, true);
  return readings;
}

function isTagName(identifier: SyntaxNode): boolean {
  return /^JSX(?:Opening|Closing)Element$|^JSXAttribute$/.test(getParent(identifier)?.type ?? '');
}

interface ElementGiven {
  /** The call that the element stands for, and the object that it hands over. */
  readonly call: CallNode;
  readonly node: SyntaxNode;
  /** The member of it that the attribute is; none for a spread. */
  readonly name: readonly string[];
}

/** What an attribute of an element is for the component; null where no component is known. */
export function findElementGiven(attribute: SyntaxNode, module: Module): ElementGiven | null {
  const element = getParent(attribute);
  const call = element === undefined ? undefined : findScript(module, element).elements.get(element);
  const [node] = call === undefined || !('arguments' in call) ? [] : call.arguments;
  if (call === undefined || node === undefined) return null;
  const isNamed = attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier';
  return { call, node, name: isNamed ? [`${attribute.name.name}`] : [] };
}
