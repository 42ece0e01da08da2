import type { FileEdit, MessageChange } from '../../model/message.ts';
import { contains, getEnd, getKeyName, getStart, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listTexts } from '../texts/texts.ts';
import type { TextAtom } from '../values/values.ts';
import { type Emission, inFile, refuse } from './emission.ts';
import { isOwn } from './own-literals.ts';
import { findSiblingVerb } from './sibling-verb.ts';

/** `axios.put` → `axios.patch`, `method: 'PUT'` → `method: 'PATCH'`. */

/** Libraries that send methods in upper case however they are written; fetch does not with PATCH. */
const UPPERCASING = new Set([
  'axios',
  'got',
  'ky',
  'HttpService',
  'request',
  'needle',
  'superagent',
  'jquery',
  'XMLHttpRequest',
  'UrlFetchApp',
]);

function fitCase(method: string, written: string): string {
  return written === written.toLowerCase() ? method.toLowerCase() : method;
}

/** `onPut` of a mock adapter keeps its first word. */
function renameVerb(written: string, name: string): string {
  const verb = /^on[A-Z]/.test(written) ? written.slice(2) : written;
  const isCapital = verb[0] === verb[0]?.toUpperCase() && verb !== verb.toUpperCase();
  const text = isCapital ? name.charAt(0) + name.slice(1).toLowerCase() : fitCase(name, verb);
  return written.slice(0, written.length - verb.length) + text;
}

function renameCallee(node: SyntaxNode, name: string): { start: number; end: number; text: string } | null {
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(node.callee);
  if (!isMemberNode(callee) || callee.computed) return null;
  const { property } = callee;
  return {
    start: getStart(property),
    end: getEnd(property),
    text: renameVerb(getKeyName(property, false) ?? '', name),
  };
}

/** The text node in which an atom is written. */
function findWritten(evaluator: Evaluator, { origin }: TextAtom) {
  const found = origin === null ? undefined : evaluator.getIdentified(origin.literal);
  return found ?? null;
}

/** A wrapper's method of that name, beside the one that is called now. */
function takeSibling(evaluator: Evaluator, emission: Emission, change: MessageChange, hasBody: boolean) {
  const { site } = emission;
  const sibling = findSiblingVerb(evaluator, emission, change.method.toLowerCase(), hasBody);
  const edit = sibling === null ? null : renameCallee(site.node, change.method);
  return edit === null ? null : inFile(site.module, edit);
}

export function changeMethod(
  evaluator: Evaluator,
  emission: Emission,
  change: MessageChange,
  hasBody: boolean,
): readonly FileEdit[] {
  const { sink, request, site } = emission;
  if (request.message?.isVerb === true) {
    const edit = sink.node === site.node ? renameCallee(sink.node, change.method) : null;
    if (edit !== null) return inFile(sink.module, edit);
    return (
      takeSibling(evaluator, emission, change, hasBody) ?? refuse('its method is the name of a call inside a wrapper')
    );
  }
  const methods = request.method === null ? [] : listTexts(request.method, sink.node, sink.module);
  const [atom] = methods[0]?.atoms ?? [];
  if (methods.length !== 1 || atom?.kind !== 'text' || atom.origin === null)
    return refuse('its method is not written in one place');
  const { file, start, end } = atom.origin;
  const written = findWritten(evaluator, atom);
  const module = written === null ? null : (evaluator.graph.findOwner(written.node) ?? null);
  const isAtSite = file === site.module.path && getStart(site.node) <= start && end <= getEnd(site.node);
  const isItsOwn = written !== null && module !== null && isOwn(module, written.node, emission);
  if (atom.text === change.method || (atom.text.toUpperCase() === change.method && UPPERCASING.has(request.client)))
    return [];
  if (!isAtSite && !isItsOwn) {
    const isInWrapper = sink.node !== site.node && written !== null && !contains(site.node, written.node);
    const edits = isInWrapper ? takeSibling(evaluator, emission, change, hasBody) : null;
    return edits ?? refuse('its method is written apart from the request');
  }
  const text = UPPERCASING.has(request.client) ? fitCase(change.method, atom.text) : change.method;
  return [{ file, start, end, text }];
}
