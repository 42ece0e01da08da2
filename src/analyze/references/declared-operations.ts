import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { ObjectValue, Value } from '../values/values.ts';

/**
 * n8n keeps the method of a request beside its URL or apart: an operation that is chosen brings the method, a field that is
 * shown for that operation brings the URL.
 */
export class DeclaredOperations {
  readonly #methods = new Map<string, string>();
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  #read(value: Value, names: readonly string[], node: SyntaxNode, module: Module): Value {
    return names.reduce<Value>(
      (at, name) => (at.type === 'object' ? this.#evaluator.getProperty(at, name, node, module) : at),
      value,
    );
  }

  /** `{ value: 'delete', routing: { request: { method: 'DELETE' } } }` */
  note(object: ObjectValue, node: SyntaxNode, module: Module): void {
    const name = this.#read(object, ['value'], node, module);
    const method = this.#read(object, ['routing', 'request', 'method'], node, module);
    const known = findKnownText(name);
    const verb = findKnownText(method);
    if (known !== null && verb !== null) this.#methods.set(known, verb.toUpperCase());
  }

  /** The operations for which a field is shown, `displayOptions: { show: { operation: ['delete'] } }`; empty: for any. */
  listShown(object: ObjectValue, node: SyntaxNode, module: Module): readonly string[] {
    const shown = this.#read(object, ['displayOptions', 'show', 'operation'], node, module);
    return listOptions(shown)
      .flatMap((list) => (list.type === 'array' ? (listElements(this.#evaluator, list) ?? []) : []))
      .flatMap((value) => (value.type === 'text' ? (findKnownText(value) ?? []) : []));
  }

  /** The methods of the operations; null where one of them is not known. */
  listMethods(shown: readonly string[]): readonly string[] | null {
    const names = shown.length > 0 ? shown : [...this.#methods.keys()];
    const methods = names.map((name) => this.#methods.get(name));
    const known = methods.filter((method) => method !== undefined);
    return known.length === 0 || known.length < names.length ? null : [...new Set(known)].sort();
  }
}
