import { isTestFile } from '../../model/test-files.ts';
import { type ArgumentCall, isMemberNode, nameCallee, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { listImportEndings } from '../importing/import-endings.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, ClassValue, Env, ExternalValue, Value } from '../values/values.ts';

/**
 * What comes out of an effect when it is run: `yield* VoiceHttp`, `VoiceHttp.pipe(Effect.flatMap((http) => …))`, where `VoiceHttp` is
 * an `Effect.Service` that says how it is made, or a tag for which a layer provides something.
 */

const SPEAKS = /['"](?:@effect\/|effect['"/])/;
const EFFECT = /^effect(?:\/(\w+))?$/;
const HTTP = /^@effect\/platform/;

/** `Effect.gen`, also as a member of the module that is called so. */
function nameOf({ module, path }: ExternalValue): string | null {
  const own = EFFECT.exec(module);
  return own === null ? null : [...(own[1] === undefined ? [] : [own[1]]), ...path].join('.');
}

/** Steps behind which the same comes out. */
const KEEPS =
  /^Effect\.(?:provide|provideService|provideServiceEffect|orDie|tap|tapError|withSpan|annotateLogs|scoped|catchAll|catchTag|catchTags|mapError|retry|timeout|cached)$/;
const CHANGES = /^Effect\.(?:map|flatMap|andThen)$/;

const TAGS = /^(?:Context\.(?:Tag|GenericTag|Reference)|Effect\.(?:Tag|Service))$/;

/** How a service says what it is made by, or a layer what it provides. */
const HOW = /^(?:effect|scoped|succeed|sync)$/;

/** Services that need each other are not followed any deeper. */
const MAX_DEPTH = 6;

interface Place {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly depth: number;
  readonly evaluateReturn: typeof evaluateReturn;
}

function run(evaluator: Evaluator, fn: Value, args: readonly Argument[], place: Place): Value | null {
  const results = listOptions(fn).flatMap((option) =>
    option.type === 'function'
      ? [place.evaluateReturn(evaluator, option, { args, call: null, from: evaluator.anyCaller }, true)]
      : [],
  );
  return results.length === 0 ? null : unite(results);
}

/** What `effect`, `scoped`, `succeed` or `sync` makes of what it is given. */
function make(evaluator: Evaluator, how: string, given: Value, place: Place): Value | null {
  if (how === 'succeed') return given;
  return how === 'sync' ? run(evaluator, given, [], place) : findOutcome(evaluator, given, place);
}

interface Provided {
  readonly how: string;
  readonly tag: SyntaxNode;
  readonly value: SyntaxNode;
  readonly module: Module;
}

/** `Layer.effect(Tag, effect)`, `Layer.succeed(Tag)(value)`, `Effect.provideService(effect, Tag, value)` */
const listProvided = gatherFromCalls(
  (): Provided[] => [],
  (found, { node, module }) => {
    if (node.type !== 'CallExpression' || isTestFile(module.path) || !SPEAKS.test(module.text)) return;
    const inner = node.callee.type === 'CallExpression' ? node.callee : node;
    if (!isMemberNode(inner.callee) || inner.callee.object.type !== 'Identifier') return;
    const name = nameMember(inner.callee) ?? '';
    const owner = inner.callee.object.name;
    const how =
      owner === 'Layer' && HOW.test(name) ? name : owner === 'Effect' && name === 'provideService' ? 'succeed' : null;
    const args = inner === node ? node.arguments : [...inner.arguments, ...node.arguments];
    const [tag, value] = args.slice(-2);
    if (how !== null && tag !== undefined && value !== undefined && args.length > 1)
      found.push({ how, tag, value, module });
  },
);

function identifyTag(evaluator: Evaluator, tag: Value): string | null {
  if (tag.type === 'class') return `class ${evaluator.identify(tag.node)}`;
  return tag.type === 'external' && tag.made !== null ? `${evaluator.identify(tag.made.call)}` : null;
}

const searched = new WeakMap<Evaluator['graph'], Set<SyntaxNode>>();

/** Who provides for a tag imports its file, and says so; it may well hold no path. */
function loadLayers({ graph }: Evaluator, node: SyntaxNode, module: Module): void {
  const asked = searched.get(graph) ?? new Set();
  searched.set(graph, asked);
  if (asked.has(node)) return;
  asked.add(node);
  for (const mention of graph.project.findMentions(listImportEndings([module.path], graph.project)))
    if (/\bLayer\b|\bprovideService\b/.test(mention.text)) graph.load(mention.path);
}

function findProvided(
  evaluator: Evaluator,
  tag: Value,
  declared: Pick<Place, 'node' | 'module'>,
  place: Place,
): Value | null {
  loadLayers(evaluator, declared.node, declared.module);
  const key = identifyTag(evaluator, tag);
  const values = keepMeeting(evaluator, listProvided(evaluator), place.module).flatMap((one) => {
    if (identifyTag(evaluator, evaluator.evaluate(one.tag, one.module, null)) !== key) return [];
    const given = evaluator.evaluate(one.value, one.module, evaluator.anyCaller);
    return make(evaluator, one.how, given, { ...place, depth: place.depth + 1 }) ?? [];
  });
  return values.length === 0 ? null : unite(values);
}

/** The calls that made something, the last first: `Effect.Service<Api>()('Api', { … })` has two. */
function findFirst(made: NonNullable<ExternalValue['made']>): NonNullable<ExternalValue['made']> {
  let at = made;
  while (at.by.made !== null) at = at.by.made;
  return at;
}

function findOfClass(evaluator: Evaluator, value: ClassValue, place: Place): Value | null {
  const { superClass } = value.node;
  const above = superClass ? evaluator.evaluate(superClass, value.module, value.env) : null;
  if (above?.type !== 'external' || above.made === null) return null;
  const name = nameOf(findFirst(above.made).by);
  if (name !== null && TAGS.test(name) && name !== 'Effect.Service')
    return findProvided(evaluator, value, value, place);
  if (name !== 'Effect.Service') return null;
  const options = evaluator.getArgument(above.made.args, 1);
  if (options?.type !== 'object') return null;
  for (const how of ['effect', 'scoped', 'succeed', 'sync']) {
    const given = evaluator.getProperty(options, how, value.node, value.module);
    const deeper = { ...place, depth: place.depth + 1 };
    const outcome = given.type === 'primitive' ? null : make(evaluator, how, given, deeper);
    if (outcome !== null) return outcome;
  }
  return null;
}

/** What a step of a pipe makes of what came out before it; null where nobody knows. */
function takeStep(evaluator: Evaluator, before: Value, step: Value, place: Place): Value | null {
  if (step.type !== 'external' || step.made === null) {
    const plain = step.type === 'external' ? nameOf(step) : null;
    return plain !== null && KEEPS.test(plain) ? before : null;
  }
  const name = nameOf(step.made.by) ?? '';
  if (KEEPS.test(name)) return before;
  const fn = evaluator.getArgument(step.made.args, 0);
  return CHANGES.test(name) && fn !== undefined ? change(evaluator, name, before, fn, place) : null;
}

function change(evaluator: Evaluator, name: string, before: Value, fn: Value, place: Place): Value | null {
  const result = run(evaluator, fn, [{ kind: 'value', value: before }], place);
  if (result === null || name === 'Effect.map') return result;
  const outcome = findOutcome(evaluator, result, { ...place, depth: place.depth + 1 });
  return outcome ?? (name === 'Effect.andThen' ? result : null);
}

function findOfCall(evaluator: Evaluator, made: NonNullable<ExternalValue['made']>, place: Place): Value | null {
  const deeper = { ...place, depth: place.depth + 1 };
  const given = made.args.map((argument) => evaluator.evaluateArgument(argument));
  const [first, second] = given;
  if (made.by.path.at(-1) === 'pipe' && made.by.made !== null && made.by.path.length === 1) {
    const start = findOutcome(evaluator, { ...made.by, path: [] }, deeper);
    return given.reduce<Value | null>(
      (at, step) => (at === null ? null : takeStep(evaluator, at, step, deeper)),
      start,
    );
  }
  const name = nameOf(made.by) ?? '';
  if (name === 'Effect.gen') return run(evaluator, given.at(-1) ?? made.by, [], place);
  if (first === undefined) return null;
  if (name === 'Effect.succeed') return first;
  if (name === 'Effect.sync') return run(evaluator, first, [], place);
  const isTag =
    made.by.made === null ? name === 'Context.GenericTag' : nameOf(findFirst(made).by) === 'Context.GenericTag';
  if (isTag || name === 'Context.Tag')
    return findProvided(evaluator, { ...made.by, path: [], made }, { node: made.call, module: made.module }, deeper);
  if (second === undefined) return null;
  const before = findOutcome(evaluator, first, deeper);
  if (before === null) return null;
  return KEEPS.test(name) ? before : CHANGES.test(name) ? change(evaluator, name, before, second, deeper) : null;
}

function findOutcome(evaluator: Evaluator, value: Value, place: Place): Value | null {
  if (place.depth > MAX_DEPTH) return null;
  const outcomes = listOptions(value).map((option): Value | null => {
    if (option.type === 'class') return findOfClass(evaluator, option, place);
    // Clients are asked for, and changed, without a word of the language of effects.
    if (option.type === 'client') return option.library === 'effect-http' && option.path.length === 0 ? option : null;
    if (option.type !== 'external') return null;
    if (HTTP.test(option.module) && option.made === null) return option;
    return option.made === null || option.path.length > 0 ? null : findOfCall(evaluator, option.made, place);
  });
  const known = outcomes.flatMap((outcome) => outcome ?? []);
  return known.length === 0 || known.length < outcomes.length ? null : unite(known);
}

/** What `yield*` gives of an effect; null for everything else. */
export function evaluateOutcome(evaluator: Evaluator, value: Value, place: Omit<Place, 'depth'>): Value | null {
  return SPEAKS.test(place.module.text) ? findOutcome(evaluator, value, { ...place, depth: 0 }) : null;
}

/** `Tag.of({ … })` gives back what it is given, and `Effect.fn('name')(function* () { … })` a function that is called in the same way. */
export function callEffect(evaluator: Evaluator, callee: ExternalValue, args: readonly Argument[]): Value | null {
  const { made, module, path } = callee;
  if (!EFFECT.test(module)) return null;
  const first = made === null ? null : nameOf(findFirst(made).by);
  const isTag = path.join('.') === 'of' && first !== null && TAGS.test(first);
  const isTraced = (first ?? nameOf(callee)) === 'Effect.fn' && (made === null || path.length === 0);
  const given = isTag || isTraced ? evaluator.getArgument(args, 0) : undefined;
  return given !== undefined && (isTag || given.type === 'function') ? given : null;
}

/** What the function is given that a step is written with: `Effect.flatMap(effect, fn)`, `effect.pipe(…, Effect.flatMap(fn))`. */
export function findHandedOutcome(
  evaluator: Evaluator,
  callee: ExternalValue,
  call: ArgumentCall,
  at: number,
  { module, env, evaluateReturn: runs }: Omit<Place, 'depth' | 'node'> & { readonly env: Env },
): Value | null {
  const name = callee.made === null ? (nameOf(callee) ?? '') : '';
  const isStep = CHANGES.test(name) || name === 'Effect.tap';
  const [first] = call.arguments;
  if (!isStep || at !== call.arguments.length - 1 || first === undefined) return null;
  const place = { node: call, module, depth: 0, evaluateReturn: runs };
  if (at === 1) return findOutcome(evaluator, evaluator.evaluate(first, module, env), place);
  const pipe = getParent(call);
  if (pipe?.type !== 'CallExpression' || nameCallee(pipe.callee) !== 'pipe') return null;
  const given = isMemberNode(pipe.callee) ? [pipe.callee.object, ...pipe.arguments] : pipe.arguments;
  const [start, ...before] = given.slice(0, Math.max(given.indexOf(call), 0));
  if (start === undefined) return null;
  return before.reduce<Value | null>(
    (value, step) => (value === null ? null : takeStep(evaluator, value, evaluator.evaluate(step, module, env), place)),
    findOutcome(evaluator, evaluator.evaluate(start, module, env), place),
  );
}
