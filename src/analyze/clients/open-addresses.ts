import { builtinModules } from 'node:module';
import { isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { isOfOutside } from '../outsiders/outside-packages.ts';
import { findKnownText, listTexts, makeUnknown } from '../texts/texts.ts';
import { namesUrl, splitAtPath } from '../urls/urls.ts';
import { findRoot } from '../values/package-roots.ts';
import { listOptions } from '../values/unions.ts';
import type { Env, TextValue, Value } from '../values/values.ts';
import { type SentRequest, VERBS, verb } from './client.ts';

/**
 * `const get = (path) => send('GET', HOST + path)` with the `send` of a package that no file here knows: written out, the URL would
 * be found as a text that names one; here the callers say which it is.
 */

const SENDING = /fetch|request$|^http|^send|^call(?:Api)?$|^api/i;
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/;
const OF_HTTP = /http|fetch|request|rest|api|client/i;
const BUILT_IN: ReadonlySet<string> = new Set(builtinModules);

/** A package that may send: no part of the runtime, and nothing that only keeps or shows. */
function maySend(option: Value): boolean {
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

/** A host, and behind it something that the callers of the function around say. */
function isOpen(text: TextValue): boolean {
  return namesUrl(text) && splitAtPath(text.atoms)[1].some((atom) => atom.kind === 'hole' && atom.open !== null);
}

function isOfSender(name: string, method: string | null, callee: Value): boolean {
  if (method !== null || SENDING.test(name)) return true;
  if (!VERBS.includes(name)) return false;
  return listOptions(callee).every((option) => option.type === 'external' && OF_HTTP.test(findRoot(option).module));
}

export function describeOpenAddress(evaluator: Evaluator, site: CallSite, env: Env, callee: Value): SentRequest | null {
  const name = readName(site);
  if (name === null || !listOptions(callee).every(maySend)) return null;
  const { node, module } = site;
  const args = evaluator.index.listCallArguments(node, module, env);
  const at = args.findIndex(
    (argument) =>
      argument.kind === 'expression' &&
      listTexts(evaluator.evaluate(argument.node, module, null), argument.node, module).some(isOpen),
  );
  const address = args[at];
  if (address?.kind !== 'expression') return null;
  const method = args
    .map((argument) => findKnownText(evaluator.evaluateArgument(argument)))
    .find((text) => METHOD.test(text ?? ''));
  if (!isOfSender(name, method ?? null, callee)) return null;
  const decided = VERBS.includes(name) ? verb(name) : makeUnknown(node, module, 'the client decides');
  return {
    client: name,
    url: evaluator.evaluateArgument(address),
    urlNode: address.node,
    method: method == null ? decided : verb(method.toLowerCase()),
  };
}
