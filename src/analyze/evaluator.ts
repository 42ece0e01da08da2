import type { ClientOption } from '../model/options.ts';
import { isCallNode } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import type { ProjectIndex } from './callers/project-index.ts';
import { evaluateReturn } from './calls/calls.ts';
import { Summaries } from './calls/summaries.ts';
import { CallerMarks } from './chains/caller-marks.ts';
import { InstanceLevels } from './classes/levels.ts';
import { CutOff, isStackOverflow, MAX_DEPTH } from './cut-off.ts';
import { evaluateExpression } from './expressions/expressions.ts';
import { FileSteps } from './file-steps.ts';
import { Identities } from './identities.ts';
import { LAST_STEPS, MAX_SAME_CALL, MAX_STEPS, MAX_STEPS_OF_RUN } from './limits.ts';
import { AskedMembers } from './members/asked-members.ts';
import { hasMoved } from './members/list-order.ts';
import { getMember } from './members/members.ts';
import { listElements } from './members/objects.ts';
import type { Module } from './modules/module.ts';
import type { ModuleGraph } from './modules/modules.ts';
import { makeUnknown, ON_ITSELF } from './texts/texts.ts';
import { type Memo, Unsettled } from './unsettled.ts';
import { keepPossible, listOptions, unite } from './values/unions.ts';
import { withHandover } from './values/value-marks.ts';
import {
  type Argument,
  type Env,
  type EnvLink,
  NO_PROVENANCE,
  type Slot,
  UNDEFINED,
  type Value,
} from './values/values.ts';
import { Weights } from './values/weights.ts';

/** Stands for the value of an expression while it is evaluated: a question that meets it goes in a circle. */
const PENDING: Value = { ...UNDEFINED };

type EvaluatorOptions = Pick<Evaluator, 'clients' | 'words' | 'versionPrefix'>;

/** Computes what expressions can be. Demand-driven; every answer is remembered per expression and calling context. */
export class Evaluator {
  readonly graph: ModuleGraph;
  readonly index: ProjectIndex;
  /** The context in which a parameter takes the values of all callers. */
  readonly anyCaller: EnvLink = { frame: null, parent: null, any: true, memo: new Map() };
  readonly #memo: Memo = new Map();
  readonly #unsettled = new Unsettled();
  readonly #cutOff = new CutOff();
  /** How often each call is being evaluated, in as many environments. */
  readonly #activeCalls = new Map<SyntaxNode, number>();
  readonly #identities: Identities;
  readonly #askedMembers = new AskedMembers();
  readonly callers = new CallerMarks();
  readonly levels = new InstanceLevels();
  readonly summaries = new Summaries(this);
  readonly #weights = new Weights();
  readonly fileSteps = new FileSteps();
  #depth = 0;
  #stepsLeft = MAX_STEPS;
  #stepsOfRun = 0;
  #questionsOfAnyCaller = 0;

  /** Wrappers the user declared in the config. */
  readonly clients: readonly ClientOption[];

  /** The first segments of the paths that matter. */
  readonly words: ReadonlySet<string>;

  /** The segment that such a path gets in front of it, with its slash. */
  readonly versionPrefix: string;

  /** Are the conditions open that an argument such as `true` or `'PATCH'` decides? */
  readonly isLeftOpen: boolean;

  /** `decided`: the evaluator that has decided such conditions. */
  constructor(
    graph: ModuleGraph,
    index: ProjectIndex,
    { clients, words, versionPrefix }: EvaluatorOptions,
    decided: Evaluator | null = null,
  ) {
    this.isLeftOpen = decided !== null;
    this.#identities = decided === null ? new Identities() : decided.#identities;
    this.graph = graph;
    this.index = index;
    this.clients = clients;
    this.words = words;
    this.versionPrefix = versionPrefix;
  }

  /** The same program, whose conditions no argument decides: whoever has the code may give another one. */
  leaveOpen(): Evaluator {
    return new Evaluator(this.graph, this.index, this, this);
  }

  /** A number for a node, the same in every context. */
  identify(node: SyntaxNode): number {
    return this.#identities.identify(node);
  }

  getIdentified(id: number): { readonly node: SyntaxNode; readonly module: Module } | undefined {
    const node = this.#identities.get(id);
    const module = node === undefined ? undefined : this.graph.findOwner(node);
    return node === undefined || module === undefined ? undefined : { node, module };
  }

  /** Did the run take so many steps that later questions were not answered? */
  get isExhausted(): boolean {
    return this.#stepsOfRun >= MAX_STEPS_OF_RUN;
  }

  /** The steps taken so far, to tell what a part of the run took. */
  get stepsOfRun(): number {
    return this.#stepsOfRun;
  }

  /** To tell whether an answer depends on who calls what, which is known late. */
  get questionsOfAnyCaller(): number {
    return this.#questionsOfAnyCaller;
  }

  /** The answer that is being worked out depends on who calls what. */
  noteQuestionOfAnyCaller(): void {
    this.#questionsOfAnyCaller += 1;
  }

  /** All callers are known from now on: what was asked before, and depends on them, has another answer now. */
  settle(): void {
    this.#unsettled.settle();
    this.summaries.settle();
    this.anyCaller.memo.clear();
  }

  /** More callers are known. */
  renew(): void {
    this.#unsettled.forget();
    this.summaries.forget();
    this.anyCaller.memo.clear();
  }

  /** Did the question take all of its steps, so that a part of the answer is not known? */
  get isCutShort(): boolean {
    return this.#stepsLeft <= 0 || this.isExhausted;
  }

  /** Begins a new question with steps of its own; `module`: the file that it is about, where there are many. */
  ask(steps = MAX_STEPS, module: Module | null = null): void {
    this.#stepsLeft = Math.min(steps, this.fileSteps.begin(module, this.#stepsOfRun));
  }

  /** Answers a part of the question with at most so many of its steps. */
  within<T>(steps: number, answer: () => T): T {
    const left = this.#stepsLeft;
    if (left <= steps) return answer();
    this.#stepsLeft = steps;
    try {
      return answer();
    } finally {
      this.#stepsLeft += left - steps;
    }
  }

  evaluate(node: SyntaxNode, module: Module, env: Env): Value {
    const memo = env === null ? this.#memo : env.memo;
    if (env?.any === true) this.noteQuestionOfAnyCaller();
    const known = memo.get(node);
    if (known === PENDING) return makeUnknown(node, module, ON_ITSELF);
    if (known !== undefined && !this.#cutOff.isPartial(node, memo, this.#depth, this.#stepsLeft)) {
      if (this.#unsettled.has(node, memo)) this.noteQuestionOfAnyCaller();
      return known;
    }
    // What is written out is known without a step.
    if (!this.spend(1) && node.type !== 'StringLiteral')
      return makeUnknown(node, module, 'it takes too many steps to follow');
    if (this.#depth >= MAX_DEPTH) return this.#cutOff.make(node, module);
    // Functions that call each other go round through a call, each time in another environment.
    const active = env !== null && isCallNode(node) ? (this.#activeCalls.get(node) ?? 0) : null;
    if (active !== null) {
      if (active >= MAX_SAME_CALL) return makeUnknown(node, module, 'functions call each other in a circle');
      this.#activeCalls.set(node, active + 1);
    }
    memo.set(node, PENDING);
    const stepsBefore = this.#stepsLeft;
    const questions = this.#questionsOfAnyCaller;
    const cuts = this.#cutOff.count;
    this.#depth += 1;
    let value: Value | null = null;
    try {
      value = evaluateExpression(this, node, module, env);
      this.spend(this.#weights.weigh(value) >> 1);
      return value;
    } catch (error) {
      // The bounds above keep the stack short; where they do not, one value is lost and not the run.
      if (!isStackOverflow(error)) throw error;
      return makeUnknown(node, module, 'it is nested too deeply to follow');
    } finally {
      this.#depth -= 1;
      // What was begun with the last steps may be known with those of the next question. What takes more would again.
      const isCutShort = this.#stepsLeft <= 0 && stepsBefore < LAST_STEPS;
      // Of what is still being worked out nothing is known yet, and may be soon.
      const isEarly = this.#depth > 0 && value?.type === 'unknown' && value.reason === ON_ITSELF;
      if (value === null || isCutShort || isEarly) memo.delete(node);
      else memo.set(node, value);
      this.#cutOff.note(node, memo, this.#depth, cuts, this.#stepsLeft <= 0 ? stepsBefore : null);
      if (this.#questionsOfAnyCaller > questions) this.#unsettled.add(node, memo);
      if (active === 0) this.#activeCalls.delete(node);
      else if (active !== null) this.#activeCalls.set(node, active);
    }
  }

  /** Was it worked out, so that the same question has the same answer from now on? */
  isRemembered(node: SyntaxNode, env: Env): boolean {
    const known = (env === null ? this.#memo : env.memo).get(node);
    return known !== undefined && known !== PENDING;
  }

  /** Takes steps off the question and the run; false when there are none left. */
  spend(steps: number): boolean {
    if (this.#stepsLeft <= 0 || this.isExhausted) return false;
    this.#stepsLeft -= steps;
    this.#stepsOfRun += steps;
    return true;
  }

  evaluateSlot(slot: Slot, self: Value | null): Value {
    if (slot.kind === 'value') return slot.value;
    if (slot.kind === 'expression') return withHandover(this.evaluate(slot.node, slot.module, slot.env), slot.via);
    const method: Value = {
      type: 'function',
      fn: slot.fn,
      module: slot.module,
      env: slot.env,
      self,
      bound: [],
      ...NO_PROVENANCE,
    };
    return slot.role === 'get' ? evaluateReturn(this, method, { args: [], call: null, from: slot.env }, false) : method;
  }

  evaluateArgument(argument: Argument): Value {
    if (argument.kind === 'value') return argument.value;
    const value = this.evaluate(argument.node, argument.module, argument.env);
    return argument.kind === 'spread' ? value : keepPossible(value, argument.choices);
  }

  /** The arguments with known spreads laid out; null behind a spread that is not known. */
  layOutArguments(args: readonly Argument[]): readonly (Argument | null)[] {
    if (!args.some((argument) => argument.kind === 'spread')) return args;
    return args.flatMap((argument): readonly (Argument | null)[] => {
      if (argument.kind !== 'spread') return [argument];
      const value = this.evaluate(argument.node, argument.module, argument.env);
      if (value.type !== 'array' || value.isShuffled || hasMoved(this, value)) return [null];
      return value.elements.map((slot) =>
        slot.kind === 'spread' ? null : { kind: 'value', value: this.evaluateSlot(slot, null) },
      );
    });
  }

  /** The value of argument `index`: undefined when it is not given. */
  getArgument(args: readonly Argument[], index: number): Value | undefined {
    const laid = this.layOutArguments(args);
    const gap = laid.indexOf(null);
    if (gap !== -1 && gap <= index) {
      const spread = args.find((argument) => argument.kind === 'spread');
      const list = spread === undefined ? undefined : this.evaluateArgument(spread);
      // The rest of a caller's arguments: known as soon as the caller is.
      if (list?.type === 'union' && listOptions(list).every((option) => option.type === 'array')) {
        return unite(listOptions(list).map((option) => listElements(this, option)?.[index - gap] ?? UNDEFINED));
      }
      if (list?.type === 'param') return { ...list, path: [...list.path, `[${index - gap}]`] };
      if (spread?.kind === 'spread')
        return makeUnknown(spread.node, spread.module, 'the arguments are spread from a value that is not known');
    }
    const argument = laid[index];
    return argument === undefined || argument === null ? undefined : this.evaluateArgument(argument);
  }

  /** A property of a value, undefined-valued when the object is known and lacks it. */
  getProperty(value: Value, name: string, node: SyntaxNode, module: Module): Value {
    if (value.type !== 'object' && value.type !== 'instance') {
      // Each of its options is asked, and what they answer is united anew.
      if (value.type === 'union' && !this.spend(value.raw.length >> 1))
        return makeUnknown(node, module, 'it takes too many steps to follow');
      return getMember(this, value, name, node, module);
    }
    if (!this.spend(1)) return makeUnknown(node, module, 'it takes too many steps to follow');
    if (this.#depth >= MAX_DEPTH) return this.#cutOff.make(node, module);
    const answer = this.#askedMembers.ask(value, name, () => {
      this.#depth += 1;
      try {
        return getMember(this, value, name, node, module);
      } finally {
        this.#depth -= 1;
      }
    });
    return answer ?? makeUnknown(node, module, ON_ITSELF);
  }
}
