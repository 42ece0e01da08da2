import { nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { makeArray, makeObject } from '../members/objects.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { listReplacing, withReplacing } from '../settings/replaced-defaults.ts';
import { isAddressByDefault } from '../settings/stored-defaults.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { isNullish } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { evaluateReturn } from './calls.ts';
import { findState, listSet } from './state-setters.ts';

/** What user interfaces keep their state in: `ref(client).value`, `reactive({ base })`, `toValue(base)`, `useRef(client).current`, `useState(base)`. */

const VUE = /^(?:vue|@vue\/(?:reactivity|composition-api)|vue-demi|#imports|global)$/;
const SIGNALS = /^@preact\/signals(?:-core|-react)?$/;
const REACT = /^(?:react|preact\/hooks)$/;
const SAME = /^(?:markRaw|toRaw|(?:shallowR|r)eactive|(?:shallowR|r)eadonly)$/;

/** What the box is declared as: the name that it is set by. */
function nameBox({ node }: BuiltinCall): string | null {
  const around = getParent(node);
  if (around?.type === 'VariableDeclarator') return nameCallee(around.id);
  if (around?.type === 'AssignmentExpression') return nameCallee(around.left);
  return around !== undefined && 'key' in around ? nameCallee(around.key) : null;
}

/** Elsewhere a box is known by an import, or by what a function gives back: `const { base } = useBase()`. */
function isTakenOver(name: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, name)?.source;
  return source?.kind === 'import' || (source?.kind === 'value' && source.steps.length > 0);
}

/** What it is made with, and what else of its name is set to here, or where it may have been taken over. */
function makeBox(evaluator: Evaluator, member: string, first: Value, call: BuiltinCall): Value {
  const name = nameBox(call);
  const set = evaluator.index.listMemberAssignments(member).filter(({ object, module }) => {
    if (name === null || nameCallee(object) !== name) return false;
    return module === call.module || isTakenOver(unwrap(object), module);
  });
  const shown = member === 'value' && name !== null ? listSetInMarkup(evaluator, name, call.module) : [];
  const begun = isAddressByDefault(first)
    ? withReplacing(evaluator, first, { call: call.node, module: call.module })
    : first;
  return makeObject({
    [member]: unite([begun, ...set.map(({ value, module }) => evaluateAssigned(evaluator, value, module)), ...shown]),
  });
}

/** `@click="kind = 'calls'"`, `v-model="kind"`: a template has the box by its name alone. */
function listSetInMarkup(evaluator: Evaluator, name: string, home: Module): readonly Value[] {
  return evaluator.graph.loaded.flatMap((module) => {
    const [script, ...others] = module.scripts;
    const binding = others.length === 0 ? undefined : script?.root.bindings.get(name);
    if (binding === undefined || (module !== home && !isTakenOver(binding.declaration, module))) return [];
    const set = binding.assignments.filter(
      ({ node, steps }) => steps.length === 0 && findScript(module, node) !== script,
    );
    return set.map(({ node }) => evaluateAssigned(evaluator, node.right, module));
  });
}

function callGiven(evaluator: Evaluator, given: Value, call: Pick<BuiltinCall, 'env'>): Value {
  if (given.type !== 'function') return given;
  return evaluateReturn(evaluator, given, { args: [], call: null, from: call.env }, false);
}

const NEVER_SET = { known: [], isOpen: false };

function makeComputed(evaluator: Evaluator, given: Value, call: BuiltinCall): Value | null {
  return given.type === 'function' ? makeObject({ value: callGiven(evaluator, given, call) }) : null;
}

/** `const [path, setPath] = useState('/calls')`: what it begins with, and what it is set to. */
function makeState(evaluator: Evaluator, first: Value, { node, module }: BuiltinCall): Value | null {
  const found = findState(node);
  if (found === null) return null;
  const { known, isOpen } = found.setter === null ? NEVER_SET : listSet(evaluator, found.setter, module);
  // An address is what the program begins with, whatever a user puts in its place.
  if (isOpen && !isAddressByDefault(first)) return null;
  const begun = isOpen ? withReplacing(evaluator, first, { call: node, module }) : first;
  return makeArray([unite([begun, ...known])]);
}

/** `toValue(path)`, `unref(path)`: what is in a box, what a getter gives, or the value itself. */
export function takeOut(
  evaluator: Evaluator,
  given: Value,
  call: Pick<BuiltinCall, 'node' | 'module' | 'env'>,
  isGetterRun: boolean,
): Value {
  const options = listOptions(given).map((option) => {
    if (option.type === 'function' && isGetterRun) return callGiven(evaluator, option, call);
    const isBox =
      option.type === 'object' && option.entries.some((entry) => entry.kind === 'slot' && entry.name === 'value');
    return isBox ? evaluator.getProperty(option, 'value', call.node, call.module) : option;
  });
  return unite(options);
}

const GETTERS: Readonly<Record<string, RegExp>> = {
  '@angular/core': /^(?:signal|input|model|computed)$/,
  'solid-js': /^createSignal 0$/,
};

/** `base()` of `base = signal('https://…')`, of `const [base] = createSignal('https://…')` or of `base = computed(() => …)` */
export function readSignal(evaluator: Evaluator, { made, path }: ExternalValue, call: BuiltinCall): Value | null {
  if (made === null || call.args.length > 0) return null;
  const name = [...made.by.path.slice(-1), ...path].join(' ');
  if (GETTERS[made.by.module]?.test(name) !== true) return null;
  const given = evaluator.getArgument(made.args, 0);
  if (name === 'computed') return given?.type === 'function' ? callGiven(evaluator, given, call) : null;
  if (given === undefined) return null;
  if (isAddressByDefault(given)) return withReplacing(evaluator, given, made);
  // `const own = signal(null); const base = computed(() => own() ?? 'https://…')`
  const later = isNullish(given) ? listReplacing(evaluator, given, made) : [];
  return later.length === 0 ? null : unite([given, ...later]);
}

export function keepState(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const name = callee.path.at(-1) ?? '';
  const given = callee.made === null ? evaluator.getArgument(call.args, 0) : undefined;
  if (given === undefined) return null;
  if (VUE.test(callee.module) && callee.path.length === 1) {
    if (SAME.test(name)) return given;
    if (name === 'toValue' || name === 'unref') return takeOut(evaluator, given, call, name === 'toValue');
    if (/^(?:ref|shallowRef)$/.test(name)) return makeBox(evaluator, 'value', given, call);
    return name === 'computed' ? makeComputed(evaluator, given, call) : null;
  }
  if (SIGNALS.test(callee.module)) {
    if (/^(?:signal|useSignal)$/.test(name)) return makeBox(evaluator, 'value', given, call);
    return /^(?:computed|useComputed)$/.test(name) ? makeComputed(evaluator, given, call) : null;
  }
  if (callee.module === 'solid-js' && name === 'createMemo') return given.type === 'function' ? given : null;
  if (!REACT.test(callee.module)) return null;
  if (name === 'useRef') return makeBox(evaluator, 'current', given, call);
  return name === 'useState' ? makeState(evaluator, callGiven(evaluator, given, call), call) : null;
}
