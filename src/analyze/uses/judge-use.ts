import { findFunctionAround } from '../../syntax/enclosing.ts';
import {
  type CallNode,
  describeName,
  findMemberRoot,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  isNamedMember,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { isEmptyFunction } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findAssertion } from '../callers/assertion-forms.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module, readCode } from '../modules/module.ts';
import { isEncodedWithin, isSentAlong, namesRoute } from '../outsiders/routes.ts';
import { isShown, isStandardOutput } from '../outsiders/shown-texts.ts';
import { isAnswerAbout } from '../questions/asked-answers.ts';
import { isTable } from '../questions/asked-tables.ts';
import { asksForOthers } from '../questions/asked-texts.ts';
import { isFormOf } from '../questions/forms-of-texts.ts';
import { isFoundAnywhere, isNeutralPattern, isNeutralQuestion, isQuestion } from '../questions/neutral-questions.ts';
import { isStringifiedKey } from '../questions/stringified-keys.ts';
import { readConstant } from '../texts/constants.ts';
import { findRegExp } from '../texts/regexps.ts';
import { listOptions } from '../values/unions.ts';
import { deriveText, widenTable, widenText } from './widened-texts.ts';

/** What a use of a text is: nothing to speak of, a question to it, or something that a reader or a store sees. */

/** Reads that show nothing to a user and send nothing. */
const HARMLESS_CALLS = /^(?:console|log|logger|debug|winston|pino|expect|describe|it|test)\b|^process\.stderr\.write$/;

/** `app.log.error({ path })` of Fastify, `this.logger.warn(path)`: the logger of what frameworks hand over. */
const OWN_LOGGER =
  /^(?:this|app|fastify|server|instance|req|request|ctx|context|c|strapi)\.(?:log|logger)\.(?:trace|debug|verbose|info|log|warn|error|fatal)$/;

/** `span.setAttribute('url.path', path)` of OpenTelemetry, a breadcrumb of Sentry: they say what was asked, as a log does. */
const REPORTING = /^Sentry\.(?:addBreadcrumb|capture\w+)$/;
const TRACING = /^(?:\w*[sS]pan|\w*[tT]racer)\.(?:setAttributes?|addEvent|updateName|start(?:Active)?Span)$/;

function isTracing(name: string, module: Module): boolean {
  return REPORTING.test(name) || (TRACING.test(name) && module.text.includes('@opentelemetry/'));
}

/** What a text or a table is written as for those who read it. */
const WRITING =
  /^(?:JSON\.stringify|String|encodeURIComponent|encodeURI|btoa|Buffer\.from|(?:util\.)?(?:inspect|format))(?:\.toString)?$/;

/** `log.push(entry)`: a list of the program by such a name. */
const OF_LISTS = /^\w+\.(?:push|unshift|concat|splice|filter|find|some|every|map|reduce|includes|indexOf|forEach)$/;

/** Hooks with a list of what they depend on. */
const HOOKS = /^(?:React\.)?use(?:Effect|Memo|Callback|LayoutEffect|InsertionEffect|ImperativeHandle)$/;

/** Questions that a pattern, a set or a list asks of its argument. */
const MEMBERSHIP = /^(?:test|exec|has|includes|indexOf|get|delete)$/;

const STORES = new Set([
  'localStorage',
  'sessionStorage',
  'document',
  'window',
  'history',
  'location',
  'caches',
  'indexedDB',
  'performance',
]);
const STORING_CALLS =
  /^(?:set|setItem|getItem|removeItem|setex|hset|hget|put|update|append|prepend|appendChild|insertAdjacentHTML|insertAdjacentText|replaceChildren)$/;
/** What somebody else reads. */
const SENT = /^(?:URLSearchParams|Headers|FormData)$/;
const COLLECTIONS = /^(?:Map|Set|WeakMap|WeakSet|URLSearchParams|Headers|FormData)$/;

const ADDING = /^(?:push|unshift|add|set|delete|clear|append)$/;

/** `headers['content-type'] = …`, `queue.push(…)`: something is added to the value. */
export function isAddedTo(parent: SyntaxNode, node: SyntaxNode): boolean {
  if (!isMemberNode(parent) || parent.object !== node) return false;
  const outer = getParent(parent);
  const name = nameMember(parent);
  return (
    (outer?.type === 'CallExpression' && outer.callee === parent && name !== null && ADDING.test(name)) ||
    (outer?.type === 'AssignmentExpression' && outer.left === parent) ||
    (outer?.type === 'UnaryExpression' && outer.operator === 'delete')
  );
}

/** Is the value only asked whether it is there? */
export function isTested(parent: SyntaxNode, node: SyntaxNode): boolean {
  // `case AGENTS:` compares.
  if ('test' in parent && parent.test === node) return parent.type !== 'SwitchCase';
  if (parent.type === 'BinaryExpression' && parent.operator === 'instanceof') return true;
  if (parent.type === 'BinaryExpression' && /^[=!]==?$/.test(parent.operator)) {
    const other = unwrap(parent.left === node ? parent.right : parent.left);
    return other.type === 'NullLiteral' || isUndefined(other);
  }
  return (
    (parent.type === 'UnaryExpression' && parent.operator === '!') ||
    (parent.type === 'LogicalExpression' && parent.operator === '&&' && parent.left === node)
  );
}

/** `useEffect(() => …, [path])`: what the hook depends on is only asked whether it is the same as before. */
function isDependency(node: SyntaxNode): boolean {
  const list = getParent(node);
  const call = list?.type === 'ArrayExpression' ? getParent(list) : undefined;
  if (call?.type !== 'CallExpression' || call.arguments.length < 2 || call.arguments.at(-1) !== list) return false;
  return HOOKS.test(describeName(unwrap(call.callee)));
}

/** A question in a test says what the test expects. */
const EXPECTING = /^(?:expect|describe|it|test)\b/;

/** `log(event, fields)` may do anything with what it is handed where the project itself says what it does. */
function isOfProject(evaluator: Evaluator, call: CallNode, module: Module): boolean {
  const own = listOptions(evaluateCallee(evaluator, call, module, null));
  // `(log) => … log.info({ path })`: whoever hands the logger over says whose it is.
  const isHanded = own.some(({ type }) => type === 'param');
  const callees = isHanded ? listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller)) : own;
  return callees.some((option) => option.type === 'function' && !isEmptyFunction(option.fn));
}

/** Logged, thrown, asserted, or asked something that does not matter. */
export function isHarmless(evaluator: Evaluator, node: SyntaxNode, module: Module): boolean {
  if (isNeutralQuestion(evaluator, node, module) || isDependency(node)) return true;
  let isPrinted = true;
  for (
    let at = getParent(node), inner = node;
    at !== undefined && !isFunctionNode(at);
    inner = at, at = getParent(at)
  ) {
    isPrinted &&= !isAnswerAbout(at, inner);
    if (at.type === 'ThrowStatement') return isPrinted;
    if (!isCallNode(at) || at.type === 'TaggedTemplateExpression' || at.callee === inner) continue;
    // `sinon.assert.calledWith(stub, '/calls')`
    if (findAssertion(at, module) !== null) return true;
    const name = describeName(unwrap(at.callee));
    if (nameMember(unwrap(at.callee)) === 'concat') continue;
    if (name === 'Object.keys') return inner === node;
    if (WRITING.test(name)) continue;
    const isReport = isStandardOutput(unwrap(at.callee)) && readCode(module, at).includes('JSON.stringify(');
    const isLog = isReport || HARMLESS_CALLS.test(name) || OWN_LOGGER.test(name) || isTracing(name, module);
    if (!isLog || OF_LISTS.test(name)) return false;
    return EXPECTING.test(name) || (isPrinted && !isOfProject(evaluator, at, module));
  }
  return false;
}

/** `own.localeCompare(path) === 0`: are they the same? To sort by it is no question. */
function isComparedWithNone(call: SyntaxNode): boolean {
  const parent = getParent(call);
  if (parent?.type === 'UnaryExpression') return parent.operator === '!';
  return parent?.type === 'BinaryExpression' && /^[=!]==?$/.test(parent.operator);
}

function asksMembership(evaluator: Evaluator, module: Module, call: SyntaxNode, node: SyntaxNode): boolean {
  if (call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') return false;
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee)) return false;
  const name = nameMember(callee);
  if (name === 'is' && 'name' in callee.object && callee.object.name === 'Object') return true;
  // `Object.is.bind(null, path)`, `HOT.includes.bind(HOT, path)`
  if (name === 'bind')
    return /^(?:is|has|includes|indexOf|get|test|exec)$/.test(nameMember(unwrap(callee.object)) ?? '');
  if (call.arguments[0] !== node) return false;
  if (name === 'localeCompare') return isComparedWithNone(call);
  if (name === null || !MEMBERSHIP.test(name)) return false;
  const receiver = unwrap(callee.object);
  const pattern = findRegExp(receiver, module);
  if (pattern !== null) {
    const isSame = name === 'test' && isFoundAnywhere(pattern, evaluator.versionPrefix);
    return (
      !isSame && !isNeutralPattern(pattern, evaluator.versionPrefix) && !asksForOthers(evaluator, receiver, module)
    );
  }
  if (name === 'test' || name === 'exec') return true;
  return isTable(evaluator, receiver, module) && !asksForOthers(evaluator, receiver, module);
}

/** `method === 'GET'` of `const [method, path] = route.split(' ')`: no path is that. */
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

function isNoPath(asked: SyntaxNode, module: Module): boolean {
  const text = readConstant(asked, module);
  return text !== null && (text.length < 2 || METHOD.test(text));
}

/** Does the program go another way for another text: a comparison, a switch, a look-up, a question to the text? */
export function isInspected(evaluator: Evaluator, module: Module, parent: SyntaxNode, node: SyntaxNode): boolean {
  if (parent.type === 'BinaryExpression') {
    if (parent.operator === 'in') return parent.left === node;
    const other = parent.left === node ? parent.right : parent.left;
    if (isNoPath(other, module) || other.type === 'NullLiteral' || isUndefined(other)) return false;
    if (!/^[=!]==?$/.test(parent.operator) || isFormOf(other, node, module) || isFormOf(node, other, module))
      return false;
    return !asksForOthers(evaluator, other, module);
  }
  if (parent.type === 'SwitchStatement')
    return !parent.cases.every(({ test }) => test == null || isNoPath(test, module));
  if (parent.type === 'SwitchCase') return true;
  // `const { [path]: limit } = LIMITS`
  if (parent.type === 'ObjectProperty')
    return parent.computed && parent.key === node && getParent(parent)?.type === 'ObjectPattern';
  if (isMemberNode(parent)) {
    if (parent.property === node) return parent.computed;
    const name = nameMember(parent);
    const call = getParent(parent);
    if (name === 'localeCompare') return call !== undefined && isComparedWithNone(call);
    return isQuestion(name) && !isNeutralQuestion(evaluator, node, module);
  }
  return asksMembership(evaluator, module, parent, node);
}

/** `undefined`, and `void 0` of a compiler. */
function isUndefined(node: SyntaxNode): boolean {
  return (
    (node.type === 'Identifier' && node.name === 'undefined') ||
    (node.type === 'UnaryExpression' && node.operator === 'void' && node.argument.type === 'NumericLiteral')
  );
}

/** `info: (message) => console.log(…)` of a logger. */
const LOG_METHODS = /^(?:log|trace|debug|info|warn|error|fatal|audit)$/;

function isPrintedPlainly(node: SyntaxNode): boolean {
  const call = getParent(node);
  const fn = findFunctionAround(node);
  const holders = fn === null ? [] : [fn, getParent(fn) ?? fn];
  if (holders.some((holder) => isNamedMember(holder) && LOG_METHODS.test(nameKey(holder) ?? ''))) return false;
  if (call === undefined || !isCallNode(call) || !('callee' in call)) return false;
  return describeName(unwrap(call.callee)) === 'console.log' || isStandardOutput(unwrap(call.callee));
}

/** `const format = (message, fields) => JSON.stringify({ message, ...fields })`, of which all callers log what it gives back. */
function isReturnedToLog(evaluator: Evaluator, part: SyntaxNode): boolean {
  let at = part;
  for (let parent = getParent(at); parent !== undefined && !isFunctionNode(parent); parent = getParent(at)) {
    if (parent.type === 'ReturnStatement') break;
    if (/Statement|Declarator|Assignment/.test(parent.type)) return false;
    at = parent;
  }
  const fn = findFunctionAround(at);
  const callers = fn === null ? [] : evaluator.index.listCallers(fn);
  // What a command prints may be read by another.
  return (
    callers.length > 0 &&
    callers.every(({ node, module }) => isHarmless(evaluator, node, module) && !isPrintedPlainly(node))
  );
}

const SHOWN = /^JSX(?:ExpressionContainer|Attribute|SpreadAttribute)$/;

/** Is the text shown, stored or gone to, by itself or in a larger one, so that somebody outside the request sees it? */
export function isKept(evaluator: Evaluator, module: Module, part: SyntaxNode): boolean {
  const isSent = isSentAlong(part) && !isReturnedToLog(evaluator, part) && !isStringifiedKey(evaluator, part, module);
  if (isSent || isEncodedWithin(part)) return true;
  const node = widenText(part);
  const whole = widenTable(node);
  const holder = getParent(whole);
  if (holder !== undefined && (SHOWN.test(holder.type) || namesRoute(evaluator, module, holder, whole))) return true;
  if (isShown(deriveText(part))) return true;
  const parent = getParent(node);
  if (parent === undefined) return false;
  if (parent.type !== 'CallExpression' && parent.type !== 'OptionalCallExpression') return false;
  const callee = unwrap(parent.callee);
  if (!isMemberNode(callee) || parent.callee === node) return false;
  const root = findMemberRoot(callee);
  if (root.type === 'Identifier' && STORES.has(root.name) && findBindingOf(module, root) === undefined) return true;
  const name = nameMember(callee);
  if (name === null || !STORING_CALLS.test(name)) return false;
  const isValue = parent.arguments[0] !== node;
  return listOptions(evaluator.evaluate(callee.object, module, null)).some((option) => {
    if (option.type === 'unknown' && option.query) return isValue;
    if (option.type !== 'external' || option.made === null) return false;
    const made = option.made.by.path.join('.');
    // `createHash('sha256').update(path)`: a key that is made of it. What is signed is the path that is sent.
    if (/^(?:node:)?crypto$/.test(option.made.by.module)) return name === 'update' && made !== 'createHmac';
    return (isValue && SENT.test(made)) || !COLLECTIONS.test(made);
  });
}
