import { builtinModules } from 'node:module';
import { isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { isOfOutside } from '../outsiders/outside-packages.ts';
import { findKnownText, listTexts, makeUnknown } from '../texts/texts.ts';
import { isAbsoluteUrl, namesUrl, splitAtPath } from '../urls/urls.ts';
import { isUndefined } from '../values/missing.ts';
import { findRoot } from '../values/package-roots.ts';
import { listOptions } from '../values/unions.ts';
import { type Atom, type Env, type TextValue, UNDEFINED, type Value } from '../values/values.ts';
import { type SentRequest, VERBS, verb } from './client.ts';
import { readHeaders } from './unknown.ts';

/**
 * `const get = (path) => send('GET', HOST + path)` with the `send` of a package that no file here knows: written out, the URL would
 * be found as a text that names one; here the callers say which it is.
 */

const SENDING = /fetch|request$|^http|^send|^call(?:Api)?$|^api/i;
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/;
const OF_HTTP = /http|fetch|request|rest|api|client/i;
const BUILT_IN: ReadonlySet<string> = new Set(builtinModules);

/** A package that may send: no part of the runtime, and nothing that only keeps or shows; or what is handed over. */
function maySend(option: Value): boolean {
  if (option.type === 'param' || option.type === 'unknown') return true;
  if (option.type !== 'external') return false;
  const { module } = findRoot(option);
  const isPackage = /^@?[a-z0-9~]/i.test(module) && module !== 'global' && !module.startsWith('node:');
  return isPackage && !BUILT_IN.has(module) && !isOfOutside(module);
}

function readName({ node }: CallSite): string | null {
  if (node.type === 'TaggedTemplateExpression' || node.type === 'NewExpression') return null;
  const callee = unwrap(node.callee);
  return isMemberNode(callee) ? nameMember(callee) : nameCallee(callee);
}

function isOpenHole(atom: Atom | undefined): boolean {
  return atom?.kind === 'hole' && atom.open !== null;
}

/** A base, known or not, and behind it something that the callers of the function around say. */
function isOpen(text: TextValue): boolean {
  const [first, ...others] = text.atoms;
  if (namesUrl(text)) return splitAtPath(text.atoms)[1].some(isOpenHole);
  return (first?.kind === 'env' || isOpenHole(first)) && others.some(isOpenHole);
}

/** Once the callers are known it is an address, or nobody knows where it begins. */
function mayBeAddress(text: TextValue): boolean {
  const [first] = text.atoms;
  return isAbsoluteUrl(text) || first?.kind === 'env' || isOpenHole(first);
}

/** `http` of `this.http.get(…)`, `deps.http.get(…)`; the package of what it exports. */
function nameOwner(site: CallSite, callee: Value): string {
  const called = 'callee' in site.node ? unwrap(site.node.callee) : null;
  const owner = called !== null && isMemberNode(called) ? (nameCallee(unwrap(called.object)) ?? '') : '';
  const packages = listOptions(callee).flatMap((option) => (option.type === 'external' ? findRoot(option).module : []));
  return packages.length > 0 ? packages.join(' ') : owner;
}

/** `send(…)`, `http.get(…)`, `ask('GET', …)`: told by what is written, for most calls are none. */
function isOfSender(site: CallSite, name: string, callee: Value): boolean {
  if (SENDING.test(name) || (VERBS.includes(name) && OF_HTTP.test(nameOwner(site, callee)))) return true;
  const args = 'arguments' in site.node ? site.node.arguments : [];
  return args.some((argument: SyntaxNode) => argument.type === 'StringLiteral' && METHOD.test(argument.value));
}

export function describeOpenAddress(evaluator: Evaluator, site: CallSite, env: Env, callee: Value): SentRequest | null {
  const name = readName(site);
  if (name === null || !listOptions(callee).every(maySend) || !isOfSender(site, name, callee)) return null;
  const { node, module } = site;
  const args = evaluator.index.listCallArguments(node, module, env);
  const at = args.findIndex(
    (argument) =>
      argument.kind === 'expression' &&
      listTexts(evaluator.evaluate(argument.node, module, null), argument.node, module).some(isOpen),
  );
  const address = args[at];
  if (address?.kind !== 'expression') return null;
  const url = evaluator.evaluateArgument(address);
  if (!listTexts(url, node, module).some(mayBeAddress)) return null;
  const method = args
    .flatMap((argument) => findKnownText(evaluator.evaluateArgument(argument)) ?? [])
    .find((text) => METHOD.test(text));
  const options = args
    .flatMap((argument) => listOptions(evaluator.evaluateArgument(argument)))
    .find(({ type }) => type === 'object');
  const named = options === undefined ? UNDEFINED : evaluator.getProperty(options, 'method', node, module);
  const decided = !isUndefined(named)
    ? named
    : VERBS.includes(name)
      ? verb(name)
      : makeUnknown(node, module, 'the client decides');
  return {
    client: name,
    url,
    urlNode: address.node,
    method: method === undefined ? decided : verb(method),
    ...readHeaders(evaluator, options ?? null, site),
  };
}
