import type * as t from '@babel/types';
import type { HttpRequest } from '../model/analysis.ts';
import type { HeaderPlace } from '../model/message.ts';
import { getEnd, getKeyName, getStart, unwrap } from '../syntax/nodes.ts';
import { findMember, removeMember } from '../syntax/object-edits.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import type { Evaluator } from './evaluator.ts';
import { findBindingOf, findScript, type Module } from './modules.ts';
import { listTexts } from './texts.ts';
import type { UseFinder } from './uses.ts';
import { listOptions, type ObjectValue, type Value } from './values.ts';

/** Credential headers of requests, at the place where they are written. */

const CREDENTIALS = new Set(['x-api-key', 'authorization']);
const LITERAL_KEY = /^(?:Bearer\s+)?[\w-]{3,}:[\w-]{6,}$/i;

interface Sender {
  readonly requests: Set<HttpRequest>;
  readonly refs: Set<number>;
}

/** The object literals behind a headers value: spreads, `new Headers({ … })` and axios' groups included. */
function collectObjects(evaluator: Evaluator, value: Value, depth: number, visit: (object: ObjectValue) => void): void {
  if (depth > 6) return;
  for (const option of listOptions(value)) {
    if (option.type === 'external' && option.made?.by.path.at(-1) === 'Headers') {
      const given = evaluator.getArgument(option.made.args, 0);
      if (given !== undefined) collectObjects(evaluator, given, depth + 1, visit);
    }
    if (option.type !== 'object') continue;
    visit(option);
    for (const entry of option.entries) {
      const isGroup =
        entry.kind === 'spread' || (entry.kind === 'slot' && /^(?:common|get|post|put|patch|delete)$/.test(entry.name));
      if (isGroup && entry.slot.kind !== 'method')
        collectObjects(evaluator, evaluator.evaluateSlot(entry.slot, option), depth + 1, visit);
    }
  }
}

/** The source of a value with that of the constants it names, so that `key.split(':')[0]` is seen behind a name. */
function readValueSource(module: Module, value: SyntaxNode): string {
  const parts = [module.text.slice(getStart(value), getEnd(value))];
  walk(value, true, (node) => {
    if (node.type !== 'Identifier') return true;
    const binding = findBindingOf(module, node);
    const source = binding?.source;
    if (source?.kind === 'value' && source.node !== null) {
      const first = source.steps.some((step) => step.kind === 'index' && step.index === 0) ? '[0]' : '';
      parts.push(module.text.slice(getStart(source.node), getEnd(source.node)) + first);
    }
    return true;
  });
  return parts.join(' ; ');
}

function findLiteralKey(evaluator: Evaluator, module: Module, value: SyntaxNode): HeaderPlace['literalKey'] {
  for (const text of listTexts(evaluator.evaluate(value, module, null), value, module)) {
    const known = text.atoms.map((atom) => (atom.kind === 'text' ? atom.text : '\0')).join('');
    if (!LITERAL_KEY.test(known)) continue;
    for (const atom of text.atoms) {
      if (atom.kind === 'text' && atom.origin !== null && atom.text.includes(':'))
        return { file: atom.origin.file, start: atom.origin.start, end: atom.origin.end };
    }
  }
  return null;
}

function describeValueKind(value: SyntaxNode): HeaderPlace['valueKind'] {
  if (value.type === 'StringLiteral') return 'string';
  return value.type === 'TemplateLiteral' ? 'template' : 'expression';
}

function toPlaces(
  evaluator: Evaluator,
  uses: UseFinder,
  node: t.ObjectExpression,
  module: Module,
  sender: Sender,
): readonly HeaderPlace[] {
  const members = node.properties.filter((member): member is t.ObjectProperty => member.type === 'ObjectProperty');
  const isNamed = (name: string) => (key: string) => key.toLowerCase() === name;
  return members.flatMap((member): readonly HeaderPlace[] => {
    const name = getKeyName(member.key, member.computed)?.toLowerCase();
    if (name === undefined || !CREDENTIALS.has(name)) return [];
    const value = unwrap(member.value);
    const { start, end } = removeMember(node, member, module.text);
    const foreign = uses.find(evaluator.identify(node, module), sender.refs);
    return [
      {
        name,
        file: module.path,
        keyStart: getStart(member.key),
        keyEnd: getEnd(member.key),
        valueStart: getStart(value),
        valueEnd: getEnd(value),
        valueSource: readValueSource(module, value),
        valueKind: describeValueKind(value),
        removal: { start, end },
        hasAuthorization: findMember(node, isNamed('authorization')) !== null,
        literalKey: findLiteralKey(evaluator, module, value),
        foreignUses: foreign.map((use) => `${use.file}:${use.line}`),
        requests: [...sender.requests],
      },
    ];
  });
}

/** Gathers the header objects of all requests. */
export class HeaderCollector {
  readonly #objects = new Map<t.ObjectExpression, Sender>();
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  add(request: HttpRequest, headers: readonly Value[]): void {
    for (const value of headers) {
      collectObjects(this.#evaluator, value, 0, (object) => {
        if (object.node?.type !== 'ObjectExpression') return;
        const sender = this.#objects.get(object.node) ?? { requests: new Set(), refs: new Set() };
        sender.requests.add(request);
        for (const ref of object.refs) sender.refs.add(ref);
        this.#objects.set(object.node, sender);
      });
    }
  }

  finish(uses: UseFinder): readonly HeaderPlace[] {
    const evaluator = this.#evaluator;
    return [...this.#objects].flatMap(([node, sender]) => {
      const module = evaluator.graph.loaded.find((candidate) =>
        candidate.scripts.some((script) => script.parents.has(node)),
      );
      if (module === undefined || findScript(module, node) === undefined) return [];
      return toPlaces(evaluator, uses, node, module, sender);
    });
  }
}
