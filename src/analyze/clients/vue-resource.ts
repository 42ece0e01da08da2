import { nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { mentions } from '../modules/mentions.ts';
import { getTextHead, makeUnknown, mapTexts, sliceAtom } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import { type ExternalValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  firstOption,
  type HttpLibrary,
  isOptions,
  join,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** vue-resource: `Vue.http.options.root = base`, `this.$http.get('calls')`, `this.$resource('calls{/id}')`. */

const PACKAGE = 'vue-resource';
const NAMED = /\bvue-resource\b|\bVue\.http\.options\b/;
const VUE = /\bVue\b/;

function makeMember(name: string): ExternalValue {
  return { type: 'external', module: PACKAGE, path: [name], made: null, ...NO_PROVENANCE };
}

/** `Vue.http`, `Vue.resource`; null for other members of other packages. */
export function findVueResourceMember({ module, path, made }: ExternalValue, name: string): Value | null {
  const isVue =
    made === null && (module === 'vue' ? path.length === 0 : module === 'global' && path.join('.') === 'Vue');
  return isVue && /^(?:http|resource)$/.test(name) ? makeMember(name) : null;
}

/** `this.$http`, `this.$resource` where the app uses the plugin. */
export function findVueResource({ graph }: Evaluator, name: string): Value | null {
  if (name !== '$http' && name !== '$resource') return null;
  return graph.loaded.some((module) => mentions(module, NAMED)) ? makeMember(name.slice(1)) : null;
}

/** `new Vue({ http: { root: 'https://…' } })` */
function listOfOptions(evaluator: Evaluator): readonly Value[] {
  return evaluator.graph.loaded.flatMap((module) => {
    if (!mentions(module, VUE)) return [];
    return module.scripts.flatMap(({ identifiers }) =>
      identifiers.get('root').flatMap((name) => {
        const member = getParent(name);
        if (member?.type !== 'ObjectProperty' || member.key !== name) return [];
        const options = getParent(member);
        const around = options === undefined ? undefined : getParent(options);
        const isHttp = around?.type === 'ObjectProperty' && nameKey(around) === 'http';
        return isHttp ? [evaluator.evaluate(member.value, module, null)] : [];
      }),
    );
  });
}

/** `Vue.http.options.root = …` */
function listRoots(evaluator: Evaluator): readonly Value[] {
  return [...listAssignedRoots(evaluator), ...listOfOptions(evaluator)];
}

function listAssignedRoots(evaluator: Evaluator): readonly Value[] {
  return evaluator.index.listMemberAssignments('root').flatMap(({ object, value, module }) => {
    const owner = evaluator.evaluate(object, module, null);
    const isOurs = owner.type === 'external' && owner.module === PACKAGE && owner.path.join('.') === 'http.options';
    return isOurs ? [evaluateAssigned(evaluator, value, module)] : [];
  });
}

/** `Vue.http.options.root` where it is read; null for all else. */
export function findHttpRoot(evaluator: Evaluator, { module, path }: ExternalValue, name: string): Value | null {
  if (module !== PACKAGE || name !== 'root' || path.join('.') !== 'http.options') return null;
  const roots = listRoots(evaluator);
  return roots.length === 0 ? null : unite(roots);
}

/** The root stands in front of what begins without a slash: with one, it is a path of the page's own server. */
function address(call: ClientCall, url: Value, options: Value | undefined): Value {
  const own = option(call, options, 'root');
  const roots = own === undefined ? listRoots(call.evaluator) : [own];
  if (roots.length === 0) return url;
  return mapTexts(url, (text) => (getTextHead(text).startsWith('/') ? text : join(call, unite(roots), text, 'slash')));
}

/** `calls{/id}{?limit}`: what may be there, and may not. */
function cutTemplate(url: Value): Value {
  return mapTexts(url, (text) => {
    const at = text.atoms.findIndex((atom) => atom.kind === 'text' && atom.text.includes('{'));
    const atom = text.atoms[at];
    if (atom?.kind !== 'text') return text;
    return { ...text, atoms: [...text.atoms.slice(0, at), sliceAtom(atom, 0, atom.text.indexOf('{'))] };
  });
}

function send(call: ClientCall): readonly SentRequest[] {
  if (call.target.type !== 'external' || call.target.made !== null) return [];
  const [owner, name, ...others] = call.target.path;
  const first = argument(call, 0);
  if (others.length > 0 || first === undefined) return [];
  const urlNode = argumentNode(call, 0);
  if (owner === 'resource' && name === undefined) {
    const method = makeUnknown(call.node, call.module, 'which of the methods of the resource are called is not known');
    return [{ client: PACKAGE, url: address(call, cutTemplate(first), undefined), urlNode, method }];
  }
  if (owner !== 'http') return [];
  if (name === undefined) {
    const url = isOptions(first) ? option(call, first, 'url') : first;
    const options = isOptions(first) ? first : argument(call, 1);
    if (url === undefined) return [];
    const method = firstOption(call, options, ['method']) ?? null;
    return [{ client: PACKAGE, url: address(call, url, options), urlNode, method, options }];
  }
  if (!VERBS.includes(name) && name !== 'jsonp') return [];
  const takesBody = /^(?:post|put|patch)$/.test(name);
  const options = argument(call, takesBody ? 2 : 1);
  const method = verb(name === 'jsonp' ? 'get' : name);
  return [{ client: PACKAGE, url: address(call, first, options), urlNode, method, options }];
}

export const vueResourceLibrary: HttpLibrary = { name: PACKAGE, modules: [PACKAGE], send };
