import type { ObjectExpression } from '@babel/types';
import { type FunctionNode, isFunctionNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findReturned } from '../../syntax/returned.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { findOptionObject } from '../components/option-objects.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Reading } from '../importing/importers.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { getTextHead, holdsLiteral, listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { CALL, findExportPath, type Place, readMembers } from '../uses/places.ts';
import { readText } from '../uses/written-paths.ts';
import { isAmongWords } from './among-words.ts';
import { isCalledFromOutside } from './outside-callers.ts';
import { isOneOfPathFunctions } from './path-functions.ts';
import { evaluateHeld } from './place-values.ts';

/** What leaves the program through what a file exports: a framework, a template or another program has it from there. */

/** What holds the value of what stands in it. */
const HOLDING =
  /^(?:Object(?:Expression|Property|Method)|ArrayExpression|Class(?:Body|Method|Property|Expression)|TS(?:As|Satisfies|NonNull)Expression|AwaitExpression|ConditionalExpression|LogicalExpression|FunctionExpression|ArrowFunctionExpression)$/;

/** `export { load }`, `module.exports = { load }` */
function isExportedName(module: Module, binding: Binding | undefined): boolean {
  if (binding === undefined) return false;
  return [...module.exports.values()].some((found) => {
    if (found.kind === 'from') return false;
    if (found.kind === 'binding') return found.binding === binding;
    return someNode(
      found.node,
      (node) => node.type === 'Identifier' && node.name === binding.name && findBindingOf(module, node) === binding,
    );
  });
}

/** Is the value that stands here, or what holds it, exported under any name? */
function isExported(module: Module, node: SyntaxNode): boolean {
  for (let at = node, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (/^(?:FunctionDeclaration|ClassDeclaration)$/.test(at.type) && 'id' in at && at.id)
      return /^Export/.test(parent.type) || isExportedName(module, findBindingOf(module, at.id as SyntaxNode));
    if (parent.type === 'ExportDefaultDeclaration' || parent.type === 'TSExportAssignment') return true;
    if (parent.type === 'VariableDeclarator') return isExportedName(module, findBindingOf(module, parent.id));
    if (parent.type === 'AssignmentExpression') return parent.right === at && findExportPath(parent.left) !== null;
    if (parent.type !== 'ClassDeclaration' && !HOLDING.test(parent.type)) return false;
  }
  return false;
}

/** `{ method: 'GET', path: PATHS.agents }` without who answers it: how a request is sent, by whoever sends it. */
function describesRequest({ properties }: ObjectExpression): boolean {
  const names = properties.map((member) => nameKey(member) ?? '');
  return names.some((name) => /^(?:method|verb)$/.test(name)) && !names.some((name) => ANSWERING.test(name));
}
const ANSWERING = /^(?:handlers?|controller|component|element|action|loader|resolve|redirect|statusCode)$/;

/** The object literals on the way from a value to a text in it. */
function listHolders(value: SyntaxNode, path: readonly string[]): readonly ObjectExpression[] {
  const node = unwrap(value);
  if (isFunctionNode(node)) {
    const given = findReturned(node);
    return given === null ? [] : listHolders(given, path[0] === CALL ? path.slice(1) : path);
  }
  const [name, ...rest] = path;
  if (node.type === 'ArrayExpression') {
    const element = node.elements[Number(name)];
    return element == null ? [] : listHolders(element, rest);
  }
  if (node.type !== 'ObjectExpression' || name === undefined) return [];
  const member = node.properties.find((each) => each.type === 'ObjectProperty' && nameKey(each) === name);
  return [node, ...(member?.type === 'ObjectProperty' ? listHolders(member.value, rest) : [])];
}

/** The text stands in a table of such objects, whoever has picked them out of it: `all().filter(({ method }) => method === asked)`. */
function isWrittenAsRequest(evaluator: Evaluator, { path }: Place, literal: number): boolean {
  const node = evaluator.getIdentified(literal)?.node;
  const member = node === undefined ? undefined : getParent(node);
  if (member?.type !== 'ObjectProperty' || member.value !== node || path.at(-1) !== nameKey(member)) return false;
  const holder = getParent(member);
  return holder?.type === 'ObjectExpression' && describesRequest(holder);
}

/** `{{process.env.API_URL}}/agents`: the variable says whose it is. */
const OPEN_BASE = /^=?\{\{/;

/** `${BASE}${PATHS.agents}`, `GET ${PATHS.agents} failed`: whose an address is, is judged where those are, and a sentence is read only. */
function isNoPath(evaluator: Evaluator, place: Place, literal: number): boolean {
  const written = evaluator.getIdentified(literal)?.node;
  if (written !== undefined && OPEN_BASE.test(readText(written))) return true;
  const held = listTexts(evaluateHeld(evaluator, place), place.node, place.module);
  const texts = held.filter((text) => holdsLiteral(text, literal));
  return texts.some(
    (text) => isAbsoluteUrl(text) || text.atoms[0]?.kind !== 'text' || /\s|:\/\//.test(getTextHead(text)),
  );
}

/** Of a cache it is the key, which goes with its request; of a failure it is what one is told; and this is how a request is sent. */
const BESIDE_REQUESTS = /^(?:(?:query|mutation)Key|error|message|reason|details?|msg)$/;

/** Does whoever has the value beside the project make nothing but a request of it? */
function isForRequests(evaluator: Evaluator, place: Place, literal: number): boolean {
  return (
    place.path.some((name) => BESIDE_REQUESTS.test(name)) ||
    listHolders(place.node, place.path).some(describesRequest) ||
    isWrittenAsRequest(evaluator, place, literal) ||
    isNoPath(evaluator, place, literal)
  );
}

/** Does somebody outside of the project call the function? A getter and what is computed of a component are read, and not called. */
export function isOpenEnd(evaluator: Evaluator, fn: FunctionNode, place: Place, literal: number): boolean {
  if (('kind' in fn && (fn.kind === 'get' || fn.kind === 'set')) || findOptionObject(fn) !== null) return false;
  if (!isCalledFromOutside(evaluator, fn) || !isExported(place.module, fn)) return false;
  return !isForRequests(evaluator, place, literal) && !isOneOfPathFunctions(evaluator, fn, place, literal);
}

/** `{ CALLS }`: the constant goes on under its own name. */
function isNamedAlike(node: SyntaxNode): boolean {
  const member = getParent(node);
  return member?.type === 'ObjectProperty' && member.shorthand && member.value === node;
}

/** `module.exports = { PATHS, load }`: the table goes on as it is, for whoever sends what is in it. */
function passesTableOn(exported: SyntaxNode, [name, ...path]: readonly string[]): boolean {
  const node = unwrap(exported);
  if (node.type === 'Identifier' || node.type === 'MemberExpression') return name !== undefined;
  if (node.type !== 'ObjectExpression' || name === undefined) return false;
  const member = node.properties.find((each) => each.type === 'ObjectProperty' && nameKey(each) === name);
  if (member?.type === 'ObjectProperty') return passesTableOn(member.value, path);
  return node.properties.some(({ type }) => type === 'SpreadElement');
}

/** Does it go on under the name that it has, as what another file would send? */
export function isPassedOn({ node, path }: Place): boolean {
  return isNamedAlike(node) || passesTableOn(node, path);
}

/** `agents = { path: PATHS.agents, list() { … this.path … } }`: its own methods read it. */
function isReadWithin(exported: SyntaxNode, [name]: readonly string[]): boolean {
  return someNode(
    exported,
    (node) => isMemberNode(node) && node.object.type === 'ThisExpression' && nameMember(node) === name,
  );
}

/** Is it exported for somebody who may do anything with it? */
export function isLeftOpen(evaluator: Evaluator, place: Place, literal: number): boolean {
  const { node, module, path } = place;
  if (!isExported(module, node) || isReadWithin(node, path)) return false;
  return !isForRequests(evaluator, place, literal);
}

/** Is it exported under any name, with the text in a heading or in a longer name? */
export function isShownToOthers(evaluator: Evaluator, place: Place, literal: number): boolean {
  return isExported(place.module, place.node) && isAmongWords(evaluator, place, literal);
}

/** `export const heading = (kind) => `Recent ${KINDS[kind]}``, which nobody in the project calls. */
export function isShownByFunction(evaluator: Evaluator, fn: FunctionNode, place: Place, literal: number): boolean {
  return isCalledFromOutside(evaluator, fn) && isShownToOthers(evaluator, place, literal);
}

/** `const { paths } = require('./metrics')`: is another member taken out than that with the value? */
function isLeftByPattern(node: SyntaxNode, [name]: readonly string[]): boolean {
  const declarator = getParent(node);
  const pattern = declarator?.type === 'VariableDeclarator' && declarator.init === node ? declarator.id : null;
  if (pattern?.type !== 'ObjectPattern' || name === undefined) return false;
  return pattern.properties.every((member) => ![name, null].includes(nameKey(member)));
}

/** Is no member of it read that holds the value? */
export function isNowhereRead(readings: readonly Reading[], place: Place): boolean {
  return readings.every(({ node, module, path: known }) => {
    const path = [...known, ...place.path];
    return readMembers({ ...place, node, module, path }) === null || isLeftByPattern(node, path);
  });
}
