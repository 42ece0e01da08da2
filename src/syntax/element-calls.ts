import type * as t from '@babel/types';
import type { CallNode } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/** JSX elements of components, read as what they are: calls of a function with one object. */

/** Attributes that no component makes a URL of. */
const ASIDE = /^(?:key|ref|className|style|id|on[A-Z]\w*|aria-.*|data-.*)$/;

/** Expressions that are no text and hold none. */
const INERT = /^(?:Numeric|Boolean|Null)Literal$|Function|^JSX/;

function nameAttribute({ name }: t.JSXAttribute): string {
  return name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name;
}

function readValue(attribute: t.JSXAttribute): t.Expression | null {
  const { value } = attribute;
  if (!value)
    return { type: 'BooleanLiteral', value: true, start: attribute.start, end: attribute.end } as t.BooleanLiteral;
  if (value.type !== 'JSXExpressionContainer') return value;
  return value.expression.type === 'JSXEmptyExpression' ? null : value.expression;
}

/** Can the attribute carry a URL or a part of one? */
function mayCarry(attribute: t.JSXAttribute | t.JSXSpreadAttribute): boolean {
  if (attribute.type === 'JSXSpreadAttribute') return true;
  const value = readValue(attribute);
  if (value === null || ASIDE.test(nameAttribute(attribute)) || INERT.test(value.type)) return false;
  return value.type !== 'StringLiteral' || value.value.includes('/');
}

function toProperty(attribute: t.JSXAttribute | t.JSXSpreadAttribute): readonly SyntaxNode[] {
  const { start, end } = attribute;
  // The fields are those that Babel gives nodes of these types.
  if (attribute.type === 'JSXSpreadAttribute')
    return [{ type: 'SpreadElement', argument: attribute.argument, start, end } as SyntaxNode];
  const value = readValue(attribute);
  if (value === null) return [];
  const key = { type: 'StringLiteral', value: nameAttribute(attribute), start, end };
  return [{ type: 'ObjectProperty', key, value, computed: false, shorthand: false, start, end } as SyntaxNode];
}

/** Does it hand over something that can be a URL or hold one? Else its component has only its own defaults. */
export function handsOverTexts({ attributes }: t.JSXOpeningElement): boolean {
  return attributes.some(mayCarry);
}

/** The call that an element stands for; null for HTML. */
export function makeElementCall(element: t.JSXOpeningElement): t.CallExpression | null {
  const { name, attributes, start, end } = element;
  const isComponent =
    name.type === 'JSXMemberExpression' || (name.type === 'JSXIdentifier' && /^[A-Z]/.test(name.name));
  if (!isComponent) return null;
  const properties = attributes.flatMap(toProperty);
  const argument = { type: 'ObjectExpression', properties, start, end };
  // A name in JSX is an expression to whoever evaluates it.
  return { type: 'CallExpression', callee: name, arguments: [argument], start, end } as unknown as t.CallExpression;
}

/** Is the call one that an element stands for? */
export function isElementCall(call: SyntaxNode): boolean {
  if (call.type !== 'CallExpression') return false;
  const type: string = call.callee.type;
  return type === 'JSXIdentifier' || type === 'JSXMemberExpression';
}

/** The name of the element that a call stands for. */
export function findElement(call: CallNode): SyntaxNode | null {
  const element = getParent(call);
  return element?.type === 'JSXOpeningElement' ? element.name : null;
}

/** `Context` of `<Context.Provider value={…}>`. */
export function findProvided(call: CallNode): SyntaxNode | null {
  const name = findElement(call);
  return name?.type === 'JSXMemberExpression' && name.property.name === 'Provider' ? name.object : null;
}
