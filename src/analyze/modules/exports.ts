import type * as t from '@babel/types';
import { isModuleExports } from '../../syntax/compiled-modules.ts';
import { getEnd, isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent, getRoot, setParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { toSetupValue } from '../components/component-setup.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { evaluateBinding, findDeclaration } from '../expressions/names.ts';
import type { Assigned } from '../members/owned-assignments.ts';
import { isEnvironmentExport, makeEnvironmentText } from '../settings/environment.ts';
import { unite } from '../values/unions.ts';
import { withProvenance } from '../values/value-marks.ts';
import { type ExternalValue, NO_PROVENANCE, UNDEFINED, type Value } from '../values/values.ts';
import { evaluateData } from './data-files.ts';
import { completeEnvironment } from './environment-files.ts';
import { type ExportPlace, findExport } from './find-export.ts';
import { findBindingOf, type Module } from './module.ts';
import { findRequired } from './required.ts';

/** Follows imports and re-exports to the value they stand for. */

function makeExternal(evaluator: Evaluator, name: string, imported: string, from: Module): Value {
  const external: ExternalValue = {
    type: 'external',
    module: name,
    path: imported === '*' || imported === 'default' ? [] : [imported],
    made: null,
    ...NO_PROVENANCE,
  };
  return isEnvironmentExport(external) ? makeEnvironmentText(evaluator, imported, from) : external;
}

function toModuleValue(evaluator: Evaluator, module: Module): Value {
  const whole = module.exports.get('=');
  if (whole?.kind === 'expression') return evaluator.evaluate(whole.node, module, null);
  return { type: 'module', module, ...NO_PROVENANCE };
}

/** `const self = module.exports;`, `exports.default = exports`: what the file itself exports; null where it exports nothing so. */
export function evaluateOwnExports(evaluator: Evaluator, module: Module): Value | null {
  return module.exports.size === 0 ? null : toModuleValue(evaluator, module);
}

/** The value of an import: a module's export, a whole module (`*`), or something of a package outside. */
export function evaluateImport(evaluator: Evaluator, from: Module, specifier: string, imported: string): Value {
  const target = evaluator.graph.resolve(from, specifier);
  if (typeof target === 'string')
    return evaluateData(evaluator, from.path, target, imported) ?? makeExternal(evaluator, target, imported, from);
  if (imported === '*') return toModuleValue(evaluator, target);
  return evaluateExport(evaluator, target, imported) ?? UNDEFINED;
}

/** The value of one export; undefined when the module has no such export. */
export function evaluateExport(evaluator: Evaluator, start: Module, name: string): Value | undefined {
  const place = findExport(evaluator.graph, start, name);
  if (place !== null) return completeEnvironment(evaluator, evaluatePlace(evaluator, place), place.module, name);
  // `import api from './api.cjs'` where the module fills `exports.x`: the default is the whole.
  return name === 'default' && start.exports.size > 0 ? toModuleValue(evaluator, start) : undefined;
}

const ends = new WeakMap<SyntaxNode, SyntaxNode>();

/** `export let url = LOCAL; if (isLive) url = LIVE;`: who imports it finds what it is when the file has been run. */
function getEndOfFile(declaration: SyntaxNode): SyntaxNode {
  const program = getRoot(declaration);
  const known = ends.get(program);
  if (known !== undefined) return known;
  const end: SyntaxNode = { type: 'EmptyStatement', start: getEnd(program), end: getEnd(program) } as t.EmptyStatement;
  setParent(end, program);
  ends.set(program, end);
  return end;
}

function evaluatePlace(evaluator: Evaluator, place: ExportPlace): Value {
  const { module } = place;
  switch (place.kind) {
    case 'setup':
      return toSetupValue(place.setup, module);
    case 'expression':
      return unite([
        // `module.exports = factory()` in a function that is called where it is written.
        ...[place.node, ...(place.others ?? [])].map((node) => evaluateAssigned(evaluator, node, module)),
        ...listSetByOthers(evaluator, place.node, module).map(({ value, module: other }) =>
          evaluator.evaluate(value, other, null),
        ),
      ]);
    case 'binding': {
      const { binding } = place;
      const use = binding.assignments.length === 0 ? binding.declaration : getEndOfFile(binding.declaration);
      const value = evaluateBinding(evaluator, binding, module, null, use);
      return withProvenance(value, null, findDeclaration(binding, module));
    }
    case 'package':
      return (
        evaluateData(evaluator, module.path, place.specifier, place.imported) ??
        makeExternal(evaluator, place.specifier, place.imported, module)
      );
    case 'namespace':
      return toModuleValue(evaluator, module);
    case 'member': {
      const whole = evaluator.evaluate(place.whole, module, null);
      return place.name === 'default' ? whole : evaluator.getProperty(whole, place.name, place.whole, module);
    }
  }
}

/** Of a module with more exports nobody looks up one by a name that is computed. */
const MAX_LISTED = 64;

/** The named exports of a module with their values, as a table in which a member is looked up. */
export function listExports(evaluator: Evaluator, start: Module): readonly (readonly [string, Value])[] {
  const modules = new Set<Module>([start]);
  for (const module of modules) {
    for (const specifier of module.stars) {
      const target = evaluator.graph.resolve(module, specifier);
      if (typeof target !== 'string') modules.add(target);
    }
  }
  for (const module of modules) if (module.unread !== null) evaluator.graph.askFor(module, module.unread.exported);
  const names = new Set([...modules].flatMap(({ exports }) => [...exports.keys()]));
  for (const whole of ['=', 'default', '__esModule']) names.delete(whole);
  if (names.size > MAX_LISTED) return [];
  return [...names].map((name) => [name, evaluateExport(evaluator, start, name) ?? UNDEFINED]);
}

/** The module that an expression stands for as a whole: `exports`, `module.exports`, or the name that `require` gave it. */
function findWhole(evaluator: Evaluator, node: SyntaxNode, module: Module): Module | null {
  const at = unwrap(node);
  const isName = at.type === 'Identifier' || at.type === 'JSXIdentifier';
  const isExports = isName && at.name === 'exports' && findBindingOf(module, at) === undefined;
  if (isExports || isModuleExports(at)) return module;
  const source = findBindingOf(module, at)?.source;
  if (source?.kind === 'import' && (source.imported === 'default' || source.imported === '*')) {
    const target = evaluator.graph.resolve(module, source.specifier);
    return typeof target === 'string' ? null : target;
  }
  const required = source?.kind === 'value' && source.node !== null && source.steps.length === 0 ? source.node : null;
  const specifier = required !== null && isCallNode(required) ? findRequired(required, module) : null;
  const target = specifier === null ? null : evaluator.graph.resolve(module, specifier);
  return target === null || typeof target === 'string' ? null : target;
}

/** `config.host = …` of `const config = require('./config')`, where that file says `exports.host = value`. */
function listSetByOthers(evaluator: Evaluator, value: SyntaxNode, module: Module): readonly Assigned[] {
  const parent = getParent(value);
  const target = parent?.type === 'AssignmentExpression' && parent.right === value ? unwrap(parent.left) : null;
  const name = target !== null && isMemberNode(target) ? nameMember(target) : null;
  if (name === null) return [];
  return evaluator.index
    .listMemberAssignments(name)
    .filter(
      ({ module: other, object, operator }) =>
        other !== module &&
        operator === '=' &&
        object.type === 'Identifier' &&
        object.name !== 'exports' &&
        findWhole(evaluator, object, other) === module,
    );
}

/** `module.exports = client; module.exports.list = …`, `exports.list` in the same file: what was added to the whole under this name. */
export function evaluateAddedMember(
  evaluator: Evaluator,
  object: SyntaxNode,
  name: string,
  module: Module,
): Value | null {
  const whole = findWhole(evaluator, object, module);
  if (whole === null || (whole !== module && !whole.exports.has('='))) return null;
  const added = whole.exports.get(name);
  if (added !== undefined) return evaluateExport(evaluator, whole, name) ?? null;
  if (whole !== module || !whole.exports.has('=')) return null;
  return evaluator.getProperty(toModuleValue(evaluator, whole), name, object, module);
}
