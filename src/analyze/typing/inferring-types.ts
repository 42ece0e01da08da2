import { type FunctionNode, getEnd, getStart, isCallNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { readUncommented } from '../modules/code-text.ts';
import type { Module } from '../modules/module.ts';
import { listStandings } from '../modules/standings.ts';
import { listOptions } from '../values/unions.ts';
import { listKnownSources, readBody, type TypeText } from './type-texts.ts';

/**
 * `get<P extends string>(path: P): Promise<Shapes[First<P>]>` beside `` type First<P> = P extends `/${infer F}/${string}` ? F : … ``: what
 * comes back has a type that is taken out of the path by the place where it stands, and would be that of a version.
 */

/** `` `/${infer R}` ``, `` `${infer Head}/${infer Tail}` ``: the first piece is told by where it stands. */
const BY_PLACE = /`\/?\$\{\s*infer\s+\w+(?:\s+extends\s+\w+)?\s*\}(?:`|\/(?![:{]))/;
/** `` `:${infer Name}` ``: what parameters are called, wherever they stand. */
const OF_PARAMETERS = /[:{]\$\{/;
const ALIAS = /\btype\s+([A-Za-z_]\w*)(?:<[^=]*>)?\s*=/g;
const MAX_ALIASES = 20;

/** What stands in front of the body: `<P extends string>(path: P): Promise<Shapes[First<P>]>`. */
function readHead(fn: FunctionNode, { text }: Module): string {
  return text.slice(getStart(fn), getStart(fn.body));
}

/** Is the parameter of a type that is told by what it is given? */
function isOfOpenType(head: string, param: SyntaxNode, { text }: Module): boolean {
  const open = [...head.matchAll(/[<,]\s*(?:const\s+)?([A-Za-z_]\w*)\s*(?=extends\b|[,>=])/g)].map(([, name]) => name);
  const type = /:\s*(?:readonly\s+)?(\w+)/.exec(text.slice(getStart(param), getEnd(param)))?.[1];
  return type !== undefined && open.includes(type);
}

/** Do the types in a head, or those that they are made of, take the first piece of a text? */
function takesFirst(evaluator: Evaluator, head: string, module: Module): boolean {
  const bodies = new Map(
    listKnownSources(evaluator.graph, module).flatMap((source) => {
      const code = source.text.includes('infer') ? readUncommented(source) : '';
      return [...code.matchAll(ALIAS)].map(
        ({ 0: whole, 1: name = '', index }) => [name, readBody(code, index + whole.length, false)] as const,
      );
    }),
  );
  const parts = [head];
  const seen = new Set<string>();
  for (const part of parts)
    for (const [name] of part.matchAll(/\b[A-Za-z_]\w*\b/g)) {
      const body = bodies.get(name);
      if (body === undefined || seen.has(name) || seen.size > MAX_ALIASES) continue;
      seen.add(name);
      parts.push(body);
    }
  return parts.some((part) => BY_PLACE.test(part)) && !parts.some((part) => OF_PARAMETERS.test(part));
}

/** Where the function that a literal is given to takes its type by the first piece of the text. */
export function findInferringType(evaluator: Evaluator, literal: SyntaxNode, module: Module): TypeText | null {
  if (!/\.[cm]?tsx?$|\.(?:vue|svelte|astro)$/.test(module.path)) return null;
  for (const given of listStandings(literal, module)) {
    const found = findTypeOfCall(evaluator, given, module);
    if (found !== null) return found;
  }
  return null;
}

function findTypeOfCall(evaluator: Evaluator, argument: SyntaxNode, module: Module): TypeText | null {
  const call = getParent(argument);
  if (call === undefined || !isCallNode(call)) return null;
  const at = 'arguments' in call ? call.arguments.findIndex((given) => given === argument) : -1;
  if (at === -1) return null;
  for (const option of listOptions(evaluateCallee(evaluator, call, module, null))) {
    const param = option.type === 'function' ? option.fn.params[at + option.bound.length] : undefined;
    if (option.type !== 'function' || param === undefined) continue;
    const head = readHead(option.fn, option.module);
    if (!isOfOpenType(head, param, option.module) || !takesFirst(evaluator, head, option.module)) continue;
    return { module: option.module, start: getStart(param) };
  }
  return null;
}
