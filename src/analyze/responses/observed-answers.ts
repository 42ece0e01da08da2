import { type CallNode, isCallNode, isFunctionNode, nameCallee, nameKey, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { asNamed, atValue, type Found, type Place } from './carried.ts';

/** Answers that RxJS hands on: `.subscribe(…)`, `.pipe(map(…), tap(…))`. */

/** Give something else of what they are given, or another source of it. */
const MAKES = /^(?:map|switchMap|mergeMap|concatMap|exhaustMap|flatMap)$/;
/** Look at what goes through. */
const LOOKS = /^(?:tap|do|tapResponse)$/;
/** Give what they get, when there is something. */
const PASSES =
  /^(?:catchError|retry|retryWhen|timeout|delay|share|shareReplay|publishReplay|refCount|finalize|take|takeUntil|takeUntilDestroyed|first|last|single|observeOn|subscribeOn|debounceTime|distinctUntilChanged|untilDestroyed|untilComponentDestroyed)$/;

type Piped = CallNode & { readonly type: 'CallExpression' };

function isPipe(call: SyntaxNode | undefined): call is Piped {
  return call?.type === 'CallExpression' && nameMember(call.callee) === 'pipe';
}

/** What goes through the operators of `.pipe(…)` from one of them on. */
function listPiped(pipe: Piped, from: number, place: Place): readonly Found[] | null {
  const found: Found[] = [];
  for (const operator of pipe.arguments.slice(from)) {
    const name = isCallNode(operator) && 'callee' in operator ? (nameCallee(operator.callee) ?? '') : '';
    const given = isCallNode(operator) && 'arguments' in operator ? operator.arguments[0] : undefined;
    const param = given !== undefined && isFunctionNode(given) ? given.params[0] : undefined;
    const isMade = MAKES.test(name);
    if ((isMade || LOOKS.test(name)) && param !== undefined) found.push(asNamed(param, place.module, place));
    if (isMade) return given !== undefined && isFunctionNode(given) ? found : null;
    if (!LOOKS.test(name) && !PASSES.test(name)) return null;
  }
  return [...found, atValue(pipe, place.module, place)];
}

/** `source.pipe(…)`, `source.subscribe(…)`; null where it goes on unseen, undefined for other calls. */
export function listObserved(call: CallNode, name: string, place: Place): readonly Found[] | null | undefined {
  if (name === 'pipe' && isPipe(call)) return listPiped(call, 0, place);
  if (name !== 'subscribe' || !('arguments' in call)) return undefined;
  const [observer] = call.arguments;
  if (observer === undefined) return [];
  if (isFunctionNode(observer)) return observer.params.slice(0, 1).map((param) => asNamed(param, place.module, place));
  if (observer.type !== 'ObjectExpression') return null;
  const next = observer.properties.find((property) => nameKey(property) === 'next');
  const fn = next?.type === 'ObjectProperty' ? next.value : next;
  if (fn === undefined || !isFunctionNode(fn)) return null;
  return fn.params.slice(0, 1).map((param) => asNamed(param, place.module, place));
}

/** What the function of an operator gives goes on behind it; undefined where the call is none. */
export function listBehind(operator: SyntaxNode, place: Place): readonly Found[] | null | undefined {
  const pipe = getParent(operator);
  if (!isCallNode(operator) || !('callee' in operator) || !isPipe(pipe)) return undefined;
  const index = pipe.arguments.findIndex((argument) => argument === operator);
  if (index < 0) return undefined;
  return MAKES.test(nameCallee(operator.callee) ?? '') ? listPiped(pipe, index + 1, place) : [];
}
