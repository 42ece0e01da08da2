import { append } from '../../model/append.ts';
import type { FunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Emission } from '../messages/emission.ts';
import type { Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Atom } from '../values/values.ts';
import { listSeeing } from './client-hooks.ts';
import { listGivenAway } from './given-away-clients.ts';
import type { ClientHook } from './hook-functions.ts';

/** Which requests a function among the hooks of a client sees: all that are sent with it, and no others. */

interface Seen {
  readonly way: ClientHook;
  readonly emission: Emission;
}

/** What a hook is handed of a request: the address as the client was given it, or the whole URL. */
export interface SeenAddress {
  readonly way: ClientHook;
  readonly texts: readonly (readonly Atom[])[];
  readonly module: Module;
}

/** `client.get('/calls')`, `client.request({ url: '/calls' })`: the address without what the client puts in front of it. */
function listGiven(evaluator: Evaluator, { sink, request }: Emission): readonly (readonly Atom[])[] {
  const { module } = sink;
  const node: SyntaxNode = request.urlNode;
  const values = listOptions(evaluator.evaluate(node, module, evaluator.anyCaller)).flatMap((option) =>
    option.type === 'object' ? listOptions(evaluator.getProperty(option, 'url', node, module)) : [option],
  );
  return values.flatMap((value) => listTexts(value, node, module)).map(({ atoms }) => atoms);
}

export class SeenByHooks {
  readonly #evaluator: Evaluator;
  readonly #listSent: () => readonly Emission[];
  #byHook: ReadonlyMap<FunctionNode, readonly Seen[]> | null = null;
  #given: ReadonlySet<SyntaxNode> | null = null;

  constructor(evaluator: Evaluator, listSent: () => readonly Emission[]) {
    this.#evaluator = evaluator;
    this.#listSent = listSent;
  }

  #index(): ReadonlyMap<FunctionNode, readonly Seen[]> {
    if (this.#byHook !== null) return this.#byHook;
    const found = new Map<FunctionNode, Seen[]>();
    const hooks = new Map<SyntaxNode, readonly ClientHook[]>();
    for (const emission of this.#listSent()) {
      const { node, module } = emission.sink;
      const own = hooks.get(node) ?? listSeeing(this.#evaluator, node, module);
      hooks.set(node, own);
      for (const way of own) append(found, way.hook.fn, { way, emission });
    }
    this.#byHook = found;
    return found;
  }

  has(fn: FunctionNode): boolean {
    return this.#index().has(fn);
  }

  /** Is a client whose requests the hook sees given to somebody who may send with it unseen? */
  #isGivenAway(seen: readonly Seen[]): boolean {
    const made = new Set(
      seen.flatMap(({ emission: { request } }) =>
        request.sender?.type === 'client' ? (request.sender.made ?? []) : [],
      ),
    );
    if (made.size === 0) return false;
    this.#given ??= listGivenAway(this.#evaluator);
    return [...made].some((node) => this.#given?.has(node));
  }

  /** What parameter `index` of the hook holds at `path`; null where it is no address, or one that nobody can tell. */
  list(fn: FunctionNode, index: number, path: readonly string[]): readonly SeenAddress[] | null {
    const own = (this.#index().get(fn) ?? []).filter(
      ({ way }) => (way.index ?? 0) === index && way.path.join('.') === path.join('.'),
    );
    if (this.#isGivenAway(this.#index().get(fn) ?? [])) return null;
    // Which of several hooks sees what another one makes of an address is said by their order.
    if (own.length === 0 || own.some(({ emission }) => emission.request.isIntercepted)) return null;
    return own.map(({ way, emission }) => ({
      way,
      module: emission.sink.module,
      texts: way.isUrl === true ? [emission.text.atoms] : listGiven(this.#evaluator, emission),
    }));
  }
}
