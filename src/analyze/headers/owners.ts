import type { Addressed } from '../../model/analysis.ts';
import { type FunctionNode, isMemberNode, type MemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { isRequestModule } from '../clients/effect-http.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, findParameterOwner, type Module, readCode } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import { mergeChoices } from '../values/value-marks.ts';
import type { Choice, ClientValue, ExternalValue, Value } from '../values/values.ts';
import { AXIOS_DEFAULTS, AXIOS_ITSELF, type Carriers } from './carriers.ts';

/** Whose headers are set on something: on a literal, a `Headers` object, a client's defaults, a request under way. */

const MAX_LINKS = 24;

/** All headers of a client, or those of every method, or of one. */
const DEFAULTS = /^(?:headers|common|get|post|put|patch|delete)$/;

/** Names and chained calls back to what they began with: `request.get(url).set(…)` to `request.get(url)`. */
function listOrigins(start: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  let at = unwrap(start);
  for (let link = 0; link < MAX_LINKS; link += 1) {
    if (at.type === 'CallExpression') {
      found.push(at);
      const callee = unwrap(at.callee);
      if (!isMemberNode(callee)) return found;
      at = unwrap(callee.object);
      continue;
    }
    const source = findBindingOf(module, at)?.source;
    if (source?.kind !== 'value' || source.node === null || source.steps.length > 0) return found;
    at = unwrap(source.node);
  }
  return found;
}

/** `api.setHeader('x-api-key', key)` of apisauce: what is set on the client itself, all its requests have. */
function isSetOnItself({ library, path }: ClientValue): boolean {
  return library === 'apisauce' && path.length === 0;
}

/** `new Headers()` */
function findMade({ path, made }: ExternalValue): SyntaxNode | null {
  return made?.call.type === 'NewExpression' && made.by.path.at(-1) === 'Headers' && path.length === 0
    ? made.call
    : null;
}

export class OwnerFinder {
  readonly #evaluator: Evaluator;
  readonly #carriers: Carriers;
  readonly #hooks: ReadonlyMap<FunctionNode, readonly Addressed[]>;

  constructor(evaluator: Evaluator, carriers: Carriers) {
    this.#evaluator = evaluator;
    this.#carriers = carriers;
    this.#hooks = carriers.listHooks();
  }

  get hooks(): ReadonlyMap<FunctionNode, readonly Addressed[]> {
    return this.#hooks;
  }

  #ofValue(value: Value): readonly Addressed[] {
    const { requests = [] } =
      value.type === 'object' || value.type === 'array'
        ? ((value.node === null ? undefined : this.#carriers.find(value.node)) ?? {})
        : {};
    const found = [...requests];
    if (value.type === 'external') {
      if (value.path.includes('HttpService') && value.path.includes('axiosRef') && value.path.includes('headers'))
        found.push(...(this.#carriers.find('HttpService')?.requests ?? []));
      // `Vue.http.headers.common`
      if (value.module === 'vue-resource' && value.path.includes('headers'))
        found.push(...(this.#carriers.find('vue-resource')?.requests ?? []));
      if (value.path[0] === '$http' && value.path.includes('headers'))
        found.push(...(this.#carriers.find('$http')?.requests ?? []));
      if (value.module === 'axios' && value.path[0] === 'defaults')
        found.push(...(this.#carriers.find(AXIOS_DEFAULTS)?.requests ?? []));
      for (let made = value.made; made !== null; made = made.by.made)
        found.push(...(this.#carriers.find(made.call)?.requests ?? []));
    }
    if (value.type === 'client' && (value.path.includes('headers') || isSetOnItself(value)))
      found.push(...(this.#carriers.find(value.made ?? AXIOS_ITSELF)?.requests ?? []));
    return found;
  }

  /** The object that headers are set on, as it is written: `{}` of `const headers = {}; headers['x-api-key'] = key;`. */
  findObject(receiver: SyntaxNode, module: Module): SyntaxNode | null {
    this.#evaluator.ask();
    const [only, ...others] = listOptions(this.#evaluator.evaluate(receiver, module, null));
    const node = only?.type === 'object' ? only.node : only?.type === 'external' ? findMade(only) : null;
    return node != null && others.length === 0 && this.#carriers.find(node) !== undefined ? node : null;
  }

  /** The requests that send a header set on `receiver`; `choices`: of the name, which another caller has not. */
  find(receiver: SyntaxNode, module: Module, choices: readonly Choice[] = []): readonly Addressed[] {
    const evaluator = this.#evaluator;
    evaluator.ask();
    const plain = evaluator.evaluate(receiver, module, null);
    const isOpen = listOptions(plain).some(({ type }) => type === 'param');
    const value = isOpen ? evaluator.evaluate(receiver, module, evaluator.anyCaller) : plain;
    const fn = findParameterOwner(receiver, module);
    const written = readCode(module, receiver);
    const found = [
      ...listOptions(value).flatMap((option) =>
        mergeChoices(option.choices, choices) === null ? [] : this.#ofValue(option),
      ),
      ...listOrigins(receiver, module).flatMap((node) => [...(this.#carriers.find(node)?.requests ?? [])]),
      // Who configures AngularJS is handed the provider of its one client.
      ...(/^\$httpProvider\.defaults\.headers\b/.test(written) ? (this.#carriers.find('$http')?.requests ?? []) : []),
      ...(fn === null ? [] : (this.#hooks.get(fn) ?? [])),
      ...(listOptions(value).some(isRequestModule) ? this.#findPiped(receiver, module) : []),
    ];
    return [...new Set(found)];
  }

  /** `api.defaults.headers.common = { … }`: the requests of the client whose headers, or those of some of its methods, are set. */
  findOfDefaults(target: MemberNode, module: Module): readonly Addressed[] {
    const name = nameMember(target) ?? '';
    if (!DEFAULTS.test(name)) return [];
    this.#evaluator.ask();
    return listOptions(this.#evaluator.evaluate(target.object, module, null)).flatMap((option) => {
      if (option.type !== 'client' && option.type !== 'external') return [];
      const isDefaults = option.path.includes('defaults') && (name === 'headers' || option.path.includes('headers'));
      if (!isDefaults) return [];
      if (option.type === 'client') return [...(this.#carriers.find(option.made ?? AXIOS_ITSELF)?.requests ?? [])];
      return option.module === 'axios' ? [...(this.#carriers.find(AXIOS_DEFAULTS)?.requests ?? [])] : [];
    });
  }

  /** `request.pipe(HttpClientRequest.setHeader(…))`: what the nearest pipe around it begins with, or makes. */
  #findPiped(start: SyntaxNode, module: Module): readonly Addressed[] {
    let at: SyntaxNode | undefined = start;
    for (let link = 0; link < MAX_LINKS && at !== undefined; link += 1, at = getParent(at)) {
      if (at.type !== 'CallExpression') continue;
      const found = listOrigins(at, module).flatMap((node) => [...(this.#carriers.find(node)?.requests ?? [])]);
      if (found.length > 0) return found;
    }
    return [];
  }
}
