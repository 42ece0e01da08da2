import type * as t from '@babel/types';
import { type CallNode, getEnd, getStart, unwrap } from '../../syntax/nodes.ts';
import { setParent } from '../../syntax/parents.ts';
import { addBinding, createScope, findScope } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findScript, type Module } from '../modules/module.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { findPipeShape, type PipeShape } from './pipe-shapes.ts';

/** `pipe('/calls', withBase, send)`, `flow(withBase, send)`, read as what they are: `send(withBase('/calls'))`. */

const FORWARD: PipeShape = { isForward: true, startsWithValue: false };
const BACKWARD: PipeShape = { isForward: false, startsWithValue: false };
const AT_ONCE: PipeShape = { isForward: true, startsWithValue: true };

const RAMDA = { pipe: FORWARD, compose: BACKWARD };
const LODASH = { flow: FORWARD, flowRight: BACKWARD };
const LODASH_FP = { flow: FORWARD, pipe: FORWARD, flowRight: BACKWARD, compose: BACKWARD };
const FP_TS = { pipe: AT_ONCE, flow: FORWARD };

/** The functions that are pipes, by package. */
const PACKAGES: Readonly<Record<string, Readonly<Record<string, PipeShape>>>> = {
  ramda: RAMDA,
  rambda: RAMDA,
  lodash: LODASH,
  'lodash-es': LODASH,
  underscore: { compose: BACKWARD },
  'es-toolkit': LODASH,
  'es-toolkit/function': LODASH,
  'es-toolkit/compat': LODASH,
  radash: { chain: FORWARD },
  'lodash/fp': LODASH_FP,
  'lodash/flow': { '': FORWARD },
  'lodash/flowRight': { '': BACKWARD },
  'lodash.flow': { '': FORWARD },
  'fp-ts/function': FP_TS,
  'fp-ts/lib/function': FP_TS,
  'fp-ts/es6/function': FP_TS,
  effect: { ...FP_TS, 'Function.pipe': AT_ONCE, 'Function.flow': FORWARD },
  'effect/Function': FP_TS,
  remeda: { pipe: AT_ONCE, piped: FORWARD },
  '@mobily/ts-belt': FP_TS,
  redux: { compose: BACKWARD },
  '@reduxjs/toolkit': { compose: BACKWARD },
  'p-pipe': { '': FORWARD },
};

function findShape(callee: Value): PipeShape | null {
  if (callee.type === 'function') return findPipeShape(callee.fn);
  return callee.type === 'external' && callee.made === null ? findPackageShape(callee) : null;
}

function findPackageShape({ module, path }: ExternalValue): PipeShape | null {
  return PACKAGES[module]?.[path.join('.')] ?? null;
}

/** What a pipe does: an expression of the calls that it makes, or the function that makes them. */
interface Pipe {
  readonly expression: SyntaxNode;
  readonly calls: readonly CallNode[];
}

/** The functions, also in one list; null where some of them stand elsewhere. */
function listSteps(args: readonly SyntaxNode[]): readonly SyntaxNode[] | null {
  const [first, ...others] = args;
  const list = first !== undefined && others.length === 0 ? unwrap(first) : null;
  const steps = list?.type === 'ArrayExpression' ? list.elements : args;
  const known = steps.filter((step) => step !== null && step.type !== 'SpreadElement');
  return known.length === steps.length && known.length > 0 ? known : null;
}

/** Where a function that is a pipe reads what it is given; by the function, which no file has written down. */
const readings = new WeakMap<SyntaxNode, SyntaxNode>();

export function findPipedReading(fn: SyntaxNode): SyntaxNode | null {
  return readings.get(fn) ?? null;
}

class Builder {
  readonly calls: CallNode[] = [];
  readonly #at: Pick<SyntaxNode, 'start' | 'end'>;

  constructor(call: CallNode) {
    this.#at = { start: getStart(call), end: getEnd(call) };
  }

  /** The fields are those that Babel gives nodes of the type. */
  make<T extends SyntaxNode>(fields: object): T {
    return { ...fields, ...this.#at } as unknown as T;
  }

  nest(steps: readonly SyntaxNode[], start: SyntaxNode): SyntaxNode {
    return steps.reduce((value, callee) => {
      const call = this.make<t.CallExpression>({ type: 'CallExpression', callee, arguments: [value] });
      if (value !== start || value.type === 'SpreadElement') setParent(value, call);
      this.calls.push(call);
      return call;
    }, start);
  }

  /** `(...args) => last(first(...args))` */
  makeFunction(steps: readonly SyntaxNode[], call: CallNode, module: Module): SyntaxNode {
    const name = 'args';
    const param = this.make<t.Identifier>({ type: 'Identifier', name });
    const read = this.make<t.Identifier>({ type: 'Identifier', name });
    const spread = this.make<t.SpreadElement>({ type: 'SpreadElement', argument: read });
    setParent(read, spread);
    const body = this.nest(steps, spread);
    const rest = this.make<t.RestElement>({ type: 'RestElement', argument: param });
    const fn = this.make<t.ArrowFunctionExpression>({ type: 'ArrowFunctionExpression', params: [rest], body });
    for (const [node, parent] of [
      [param, rest],
      [rest, fn],
      [body, fn],
      [fn, call],
    ] as const)
      setParent(node, parent);
    const facts = findScript(module, call);
    const scope = createScope(fn, findScope(facts, call));
    const source = { kind: 'param', fn, index: 0, rest: true, steps: [] } as const;
    addBinding(scope, name, source, param);
    facts.scopes.set(fn, scope);
    readings.set(fn, read);
    return fn;
  }
}

function buildPipe(call: CallNode, module: Module, shape: PipeShape): Pipe | null {
  if (call.type !== 'CallExpression') return null;
  const [start, ...others] = call.arguments;
  const given = listSteps(shape.startsWithValue ? others : call.arguments);
  if (given === null) return null;
  const steps = shape.isForward ? given : [...given].reverse();
  const builder = new Builder(call);
  if (!shape.startsWithValue) return { expression: builder.makeFunction(steps, call, module), calls: builder.calls };
  if (start === undefined || start.type === 'SpreadElement') return null;
  const expression = builder.nest(steps, start);
  setParent(expression, call);
  return { expression, calls: builder.calls };
}

const pipes = new WeakMap<CallNode, { readonly pipe: Pipe | null }>();

/** The pipe that a call makes or runs, by what it calls; null for every other call. */
export function findPipe(call: CallNode, module: Module, callee: Value): Pipe | null {
  const shape = findShape(callee);
  if (shape === null) return null;
  const known = pipes.get(call) ?? { pipe: buildPipe(call, module, shape) };
  pipes.set(call, known);
  return known.pipe;
}
