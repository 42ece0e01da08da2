import type { UrlReference } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { nameSeam } from '../../model/url-value.ts';
import { findOutermost } from '../../syntax/enclosing.ts';
import {
  describeName,
  getEnd,
  getStart,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { type RequestCollector, toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import { isStepOfMember } from '../expressions/growing-members.ts';
import { findBindingOf, getRegion, type Module } from '../modules/module.ts';
import { listStandings } from '../modules/standings.ts';
import { isNamedAnother } from '../outsiders/rehosted-urls.ts';
import { flatten } from '../texts/flat-texts.ts';
import { getTextHead, listTexts, makeAtomsValue, splitAtoms } from '../texts/texts.ts';
import { namesUrl } from '../urls/urls.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import type { TextValue } from '../values/values.ts';
import { isCompared } from './compared-addresses.ts';
import { groupLinks, listEmbedded } from './embedded-urls.ts';
import { describeNames } from './named-texts.ts';
import { findPatternText } from './patterns.ts';
import { spellSearched } from './searched-hosts.ts';
import { listWholeTexts } from './whole-texts.ts';

/** Texts that name a URL without being sent: mocks, assertions, constants, callback URLs. */

function listCandidates(evaluator: Evaluator, module: Module, consumed: ReadonlySet<number>): readonly SyntaxNode[] {
  return module.scripts.flatMap((script) => {
    const built = script.calls.filter((call) => mayBuild(evaluator, call, consumed) && !isPutElsewhere(call, module));
    const urls = script.calls.filter(
      (call) =>
        call.type === 'NewExpression' &&
        call.callee.type === 'Identifier' &&
        call.callee.name === 'URL' &&
        !opensSocket(call, script),
    );
    return [...listWholeTexts(script).filter((node) => !isInsideUrl(node)), ...urls, ...built];
  });
}

/** What leads a browser somewhere: `<img src={…}>`, `window.open(…)`, `location.href = …`. */
const LEADING = /^(?:src|href|action|formAction|poster|data|url|uri|to)$/;

function isLed(call: SyntaxNode): boolean {
  const parent = getParent(call);
  if (parent?.type === 'JSXExpressionContainer') {
    const attribute = getParent(parent);
    return attribute?.type === 'JSXAttribute' && LEADING.test(`${attribute.name.name}`);
  }
  if (parent?.type === 'AssignmentExpression' && parent.right === call && isMemberNode(parent.left))
    return LEADING.test(nameMember(parent.left) ?? '');
  if (parent?.type === 'ObjectProperty' && parent.value === call) return LEADING.test(nameKey(parent) ?? '');
  return parent?.type === 'CallExpression' && /^(?:open|openURL|assign)$/.test(nameCallee(parent.callee) ?? '');
}

/** Does the text begin with a word of the catalogue, and is it sent by no request? */
export function namesPath(evaluator: Evaluator, node: SyntaxNode, consumed: ReadonlySet<number>): boolean {
  const [quasi] = node.type === 'TemplateLiteral' ? node.quasis : [];
  if (node.type === 'BinaryExpression') return namesPath(evaluator, node.left, consumed);
  const text = node.type === 'StringLiteral' ? node.value : (quasi?.value.cooked ?? '');
  return namesWord(evaluator, text) && !consumed.has(evaluator.identify(quasi ?? node));
}

/** `buildUrl('/calls')`, `http.getUri({ url: '/calls' })`: a call that may put a URL together for whoever leads there. */
function mayBuild(evaluator: Evaluator, call: SyntaxNode, consumed: ReadonlySet<number>): boolean {
  if (call.type !== 'CallExpression') return false;
  return (
    isLed(call) ||
    nameCallee(call.callee) === 'getUri' ||
    call.arguments.some((argument) => namesPath(evaluator, argument, consumed))
  );
}

/** `const link = makeUrl('/calls'); link.host = 'app.example'` */
function isPutElsewhere(call: SyntaxNode, module: Module): boolean {
  const named = getParent(findOutermost(call));
  if (named?.type === 'AssignmentExpression') return isNamedAnother(named.left, module);
  return named?.type === 'VariableDeclarator' && isNamedAnother(named.id, module);
}

/** `url.protocol = 'wss:'`: the platform's host by another protocol is not the platform. */
function opensSocket(url: SyntaxNode, script: ScriptFacts): boolean {
  const named = getParent(url);
  const isAssigned = named?.type === 'AssignmentExpression' && named.right === url;
  const name = named?.type === 'VariableDeclarator' ? named.id : isAssigned ? named.left : undefined;
  if (name?.type !== 'Identifier') return false;
  const binding = findBinding(script, name);
  return script.memberAssignments.some(({ object, name: member, value }) => {
    if (member !== 'protocol' || object.type !== 'Identifier' || findBinding(script, object) !== binding) return false;
    return someNode(value, (node) => {
      // What it was before is only asked.
      if (node.type === 'BinaryExpression') return null;
      return node.type === 'StringLiteral' && /^wss?:?$/.test(node.value);
    });
  });
}

/** An argument of `new URL(…)` is judged with the whole. */
function isInsideUrl(node: SyntaxNode): boolean {
  const parent = getParent(node);
  return (
    parent !== undefined &&
    isCallNode(parent) &&
    parent.type === 'NewExpression' &&
    parent.callee.type === 'Identifier' &&
    parent.callee.name === 'URL'
  );
}

/** fetch-mock writes how a text is to be matched before it: `begin:https://…`; n8n marks an expression, `=https://…`. */
function stripMatcher(text: TextValue): TextValue {
  const prefix = /^(?:(?:begin|end|glob|express|path|include|full):|=)(?=https?:)/.exec(getTextHead(text))?.[0];
  return prefix === undefined ? text : makeAtomsValue(splitAtoms(text.atoms, prefix.length)[1], text);
}

/** `GET https://…`: what a recording and a test call a request. */
const RECORDED = /^([A-Z]{3,7})[ :]+(?=https?:\/\/|$)/;

/** The key of a table, or of an entry of a map; a text that a test compares with. Elsewhere it may be a label. */
function isRecorded(node: SyntaxNode, module: Module): boolean {
  const parent = getParent(node);
  if (parent?.type === 'ObjectProperty') return parent.key === node;
  if (isTestFile(module.path)) return !isTitle(parent);
  const list = parent?.type === 'ArrayExpression' && parent.elements[0] === node ? getParent(parent) : undefined;
  const made = list?.type === 'ArrayExpression' ? getParent(list) : undefined;
  return made?.type === 'NewExpression' && nameCallee(made.callee) === 'Map';
}

/** `test('GET https://…', …)` */
function isTitle(call: SyntaxNode | undefined): boolean {
  return (
    call?.type === 'CallExpression' && /^(?:describe|it|test|suite|step|context)\b/.test(describeName(call.callee))
  );
}

/** The URL behind a method. */
function stripMethod(text: TextValue): { readonly text: TextValue; readonly method: string } | null {
  const [before, method = ''] = RECORDED.exec(getTextHead(text)) ?? [];
  return before === undefined ? null : { text: makeAtomsValue(splitAtoms(text.atoms, before.length)[1], text), method };
}

/** `https://… failed with 500`: the address with which a message that a test expects begins. */
function stripWords(text: TextValue): TextValue {
  const flat = flatten(text.atoms);
  const end = /^https?:/i.test(flat) ? flat.search(/\s/) : -1;
  return end === -1 ? text : makeAtomsValue(splitAtoms(text.atoms, end)[0], text);
}

/** What requests send: literals, and the places where a text that no code writes enters a URL. */
type Sent = Pick<RequestCollector, 'consumed' | 'entered'>;

/** Is the text part of a request already? What it shares with others, a base in a constant, does not say so. */
function isConsumed(text: TextValue, node: SyntaxNode, module: Module, { consumed, entered }: Sent): boolean {
  const origins = text.atoms.flatMap((atom) => (atom.kind === 'text' && atom.origin !== null ? [atom.origin] : []));
  const own = origins.filter(
    ({ file, start, end }) => file === module.path && getStart(node) <= start && end <= getEnd(node),
  );
  if (own.length > 0) return own.some(({ literal }) => consumed.has(literal));
  if (origins.length > 0) return origins.every(({ literal }) => consumed.has(literal));
  return text.atoms.some(({ seams = [] }) => seams.some((seam) => entered.has(nameSeam(seam))));
}

/** The text of a regular expression is a pattern, which is not edited. */
function isPattern(node: SyntaxNode, module: Module): boolean {
  return listStandings(node, module).some((at) => {
    const parent = getParent(at);
    return parent !== undefined && findPatternText(parent) === at;
  });
}

export function toUrl(text: TextValue) {
  return { parts: toParts(text.atoms), trail: listTrail(text.trail), references: listRefs(text.refs) };
}

/** `${this.baseUrl}/calls/${id}/recording`: who made the instance says what it begins with. */
function isBehindField(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    if (isFieldAlone(node.left, module)) return beginsWithWord(evaluator, node.right);
    return isBehindField(evaluator, node.left, module);
  }
  if (node.type === 'CallExpression') {
    const [base, path] = node.arguments;
    const isJoined = isMemberNode(node.callee) && nameMember(node.callee) === 'concat' && isEmpty(node.callee.object);
    return (
      isJoined && base !== undefined && path !== undefined && isField(base, module) && beginsWithWord(evaluator, path)
    );
  }
  if (node.type !== 'TemplateLiteral') return false;
  const [first, second] = node.quasis;
  const [base] = node.expressions;
  if (first?.value.raw !== '' || base === undefined || second === undefined || !isField(base, module)) return false;
  return namesWord(evaluator, second.value.cooked ?? '');
}

function isEmpty(node: SyntaxNode): boolean {
  return node.type === 'StringLiteral' && node.value === '';
}

/** `'' + this.baseUrl`, as compilers write a template. */
function isFieldAlone(node: SyntaxNode, module: Module): boolean {
  const isMade = node.type === 'BinaryExpression' && isEmpty(node.left);
  return isField(isMade ? node.right : node, module);
}

/** `this.baseUrl`, also under the name that `const { baseUrl } = this` gives it. */
function isField(node: SyntaxNode, module: Module): boolean {
  const field = unwrap(node);
  if (isMemberNode(field)) return unwrap(field.object).type === 'ThisExpression' || isField(field.object, module);
  const source = findBindingOf(module, field)?.source;
  if (source?.kind !== 'value' || source.node === null) return false;
  const value = unwrap(source.node);
  return value.type === 'ThisExpression' ? source.steps.length > 0 : isMemberNode(value) && isField(value, module);
}

function beginsWithWord(evaluator: Evaluator, node: SyntaxNode): boolean {
  const text = node.type === 'StringLiteral' ? node.value : '';
  return namesWord(evaluator, node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? '') : text);
}

function namesWord({ words }: Evaluator, text: string): boolean {
  return words.has(/^\/?([\w-]+)(?=[/?#]|$)/.exec(text)?.[1] ?? '');
}

/** `const expectPath = (path) => expect(fetch).toHaveBeenCalledWith(`${BASE}${path}`)`: what a helper of tests is handed by all who call it. */
function listNamed(evaluator: Evaluator, node: SyntaxNode, module: Module): readonly TextValue[] {
  const own = listTexts(evaluator.evaluate(node, module, null), node, module);
  const isOpen = own.some(({ atoms }) => atoms.some(({ kind }) => kind !== 'text'));
  const isWithoutBase = own.some(({ atoms }) => atoms[0]?.kind === 'hole');
  if (!isOpen || !(isTestFile(module.path) || (isWithoutBase && isBehindField(evaluator, node, module)))) return own;
  return listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
}

function describeComparison(evaluator: Evaluator, node: SyntaxNode, module: Module): Pick<UrlReference, 'isCompared'> {
  return isCompared(evaluator, node, module) ? { isCompared: true } : {};
}

/** All such texts of a module. */
export function findReferences(evaluator: Evaluator, module: Module, sent: Sent): readonly UrlReference[] {
  return listCandidates(evaluator, module, sent.consumed).flatMap((node) => {
    if (isPattern(node, module) || isStepOfMember(node, module)) return [];
    evaluator.ask(undefined, module);
    const named = listNamed(evaluator, node, module).map(stripMatcher);
    const recorded = isRecorded(node, module) ? named.flatMap((text) => stripMethod(text) ?? []) : [];
    const methods = recorded.length === 0 ? null : [...new Set(recorded.map(({ method }) => method))];
    const whole = [...named, ...recorded.map(({ text }) => text), ...spellSearched(named, node, module)];
    const texts = (isTestFile(module.path) ? whole.map(stripWords) : whole).filter(
      (text) => namesUrl(text) && !isConsumed(text, node, module, sent),
    );
    const links = groupLinks(named.filter((text) => !namesUrl(text)))
      .map((ways) => ways.filter((text) => namesUrl(text) && !isConsumed(text, node, module, sent)))
      .filter((ways) => ways.length > 0);
    const embedded = named
      .filter((text) => !namesUrl(text) && text.atoms.length > 1)
      .flatMap((text) => listEmbedded(text, node, module));
    const expression = getRegion(module, getStart(node), getEnd(node));
    const said =
      texts.length === 0 ? {} : { ...describeComparison(evaluator, node, module), ...describeNames(node, module) };
    return [
      ...(texts.length === 0 ? [] : [{ expression, urls: texts.map(toUrl), methods, ...said }]),
      ...links.map((ways) => ({ expression, urls: ways.map(toUrl), methods })),
      ...embedded.map((text) => ({ expression, urls: [toUrl(text)], methods: null, isEmbedded: true as const })),
    ];
  });
}
