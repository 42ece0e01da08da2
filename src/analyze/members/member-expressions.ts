import type * as t from '@babel/types';
import { isModuleExports } from '../../syntax/compiled-modules.ts';
import { findMethodAround } from '../../syntax/enclosing.ts';
import { contains, isClassNode, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findSuperMember } from '../classes/instances.ts';
import { evaluatePrototypeMember } from '../classes/prototype-members.ts';
import { evaluateSuperMember } from '../classes/this-value.ts';
import { VERBS } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import { nameDecision } from '../expressions/branches.ts';
import { areStages, isSetting } from '../expressions/stage-settings.ts';
import { nameSymbol } from '../frameworks/injected-tokens.ts';
import { evaluateAddedMember, evaluateOwnExports } from '../modules/exports.ts';
import { findScript, type Module } from '../modules/module.ts';
import { findLastCharacter } from '../texts/characters.ts';
import { countFromEnd } from '../texts/own-length.ts';
import { findKnownText, listTexts, makeUnknown, ROW } from '../texts/texts.ts';
import { applyUrlMutations } from '../urls/url-mutations.ts';
import { isUndefined } from '../values/missing.ts';
import { chooseEach, listOptions, unite } from '../values/unions.ts';
import { withChoices, withProvenance } from '../values/value-marks.ts';
import type { Env, Value } from '../values/values.ts';
import { listAllProperties } from './added-names.ts';
import { getElement, listElements } from './objects.ts';
import { evaluateSetBefore } from './set-before.ts';
import { listPutEntries } from './table-entries.ts';

/** What `object.name` and `object[key]` stand for. */

export function evaluateMember(
  evaluator: Evaluator,
  node: t.MemberExpression | t.OptionalMemberExpression,
  module: Module,
  env: Env,
): Value {
  const refs = { item: evaluator.identify(node) };
  const name = nameMember(node);
  if (node.object.type === 'Super') {
    return name === null
      ? makeUnknown(node, module, 'the key is not known')
      : evaluateSuperMember(evaluator, node, name, module, env);
  }
  const added = name === null ? null : evaluateAddedMember(evaluator, node.object, name, module);
  if (added !== null) return withProvenance(added, refs);
  const inherited = name === null ? null : evaluatePrototypeMember(evaluator, node, name, module, env);
  if (inherited !== null) return withProvenance(inherited, refs);
  const exported = isModuleExports(node) ? evaluateOwnExports(evaluator, module) : null;
  if (exported !== null) return withProvenance(exported, refs);
  const object = evaluator.evaluate(node.object, module, env);
  if (name !== null) {
    const set = node.object.type === 'ThisExpression' ? evaluateSetBefore(evaluator, node, module, env) : null;
    const own =
      set ?? evaluateAbove(evaluator, object, node, name, module) ?? evaluator.getProperty(object, name, node, module);
    const member = isUndefined(own) ? readPut(evaluator, object, name, own, node, env) : own;
    return withProvenance(applyUrlMutations(evaluator, member, module, env, node), refs);
  }
  const last = countFromEnd(node.property, node.object, module) === 1 ? findLastOfEach(object) : null;
  if (last !== null) return withProvenance(last, refs);
  const key = evaluator.evaluate(node.property, module, env);
  // Which member it is, the callers say: with all members at once, their choices would be mixed.
  const [table, ...others] = listOptions(object).filter(({ type }) => !/^(?:unknown|param)$/.test(type));
  const isTable =
    table !== undefined && others.length === 0 && (/^(?:object|instance|module)$/.test(table.type) || isLibrary(table));
  if (key.type === 'param' && isTable && !env?.any)
    return withProvenance({ ...key, node, path: [...key.path, ROW] }, refs);
  const symbol = nameSymbol(evaluator, key);
  if (symbol !== null) return withProvenance(evaluator.getProperty(object, symbol, node, module), refs);
  const keys = listTexts(key, node.property, module);
  const names = keys.map(findKnownText);
  const staged = names.length === 1 && isSetting(node.property, module) ? listStages(evaluator, object, names[0]) : [];
  if (staged.length > 1) return withProvenance(chooseEach(nameDecision(node, module), staged), refs);
  if (names.every((key) => key !== null)) {
    // `HOSTS[job.service] + job.path`: each member goes with what else goes with its key.
    const values = names.map((name, index) =>
      withChoices(
        readPut(evaluator, object, name, readMember(evaluator, object, name, node, module, env), node, env),
        keys[index]?.choices,
      ),
    );
    return withProvenance(chooseEach(nameDecision(node, module), values), refs);
  }
  return withProvenance(anyMember(evaluator, object, node, module, env), refs);
}

/** `text[text.length - 1]` */
function findLastOfEach(object: Value): Value | null {
  const options = listOptions(object);
  const known = options.flatMap((option) => (option.type === 'text' ? (findLastCharacter(option) ?? []) : []));
  return known.length === options.length ? unite(known) : null;
}

/** `this.url` in `super(base); this.url = `${this.url}/calls`` is what the class above has set. */
function evaluateAbove(
  evaluator: Evaluator,
  self: Value,
  node: t.MemberExpression | t.OptionalMemberExpression,
  name: string,
  module: Module,
): Value | null {
  const method = self.type === 'instance' && node.object.type === 'ThisExpression' ? findMethodAround(node) : null;
  if (method?.type !== 'ClassMethod' || method.kind !== 'constructor') return null;
  const body = getParent(method);
  const of = body === undefined ? undefined : getParent(body);
  if (of === undefined || !isClassNode(of) || !of.superClass) return null;
  const own = findScript(module, node).memberAssignments.filter(
    (set) => set.name === name && contains(method, set.target) && set.object.type === 'ThisExpression',
  );
  const [first] = own;
  const isWithin = first !== undefined && first.operator === '=' && contains(first.value, node);
  return isWithin ? findSuperMember(evaluator, self, of, name) : null;
}

/** `hooks[0]`: what callers of a function put into the list, they say. */
function readMember(
  evaluator: Evaluator,
  object: Value,
  name: string,
  node: SyntaxNode,
  module: Module,
  env: Env,
): Value {
  const isElement = object.type === 'array' && env?.any === true && /^\d+$/.test(name);
  return isElement
    ? getElement(evaluator, object, Number(name), env)
    : evaluator.getProperty(object, name, node, module);
}

/** `HOSTS[ENV]` with `const ENV = 'dev'`: somebody will turn it, and what the table has for the other stages is asked then. */
function listStages(evaluator: Evaluator, object: Value, name: string | null | undefined): readonly Value[] {
  if (object.type !== 'object' || typeof name !== 'string') return [];
  const members = listAllProperties(evaluator, object);
  const isOfStages = areStages(
    members.map(([key]) => key),
    name,
  );
  return isOfStages ? members.map(([, value]) => value) : [];
}

/** The member that an object has, and what is put into it under a computed key. */
function readPut(evaluator: Evaluator, object: Value, name: string, own: Value, node: SyntaxNode, env: Env): Value {
  const put = listOptions(object).flatMap((option) =>
    option.type === 'object' ? listPutEntries(evaluator, option, name, node, env) : [],
  );
  return put.length === 0 ? own : unite([own, ...put].filter((value) => !isUndefined(value)));
}

/** An HTTP client, or a package that may be one. */
function isLibrary(value: Value): boolean {
  return value.type === 'client' || (value.type === 'external' && value.module !== 'global' && value.made === null);
}

/** `table[key]` and `client[method]` with an unknown key: one of the values of the table, one of the verbs. */
function anyMember(evaluator: Evaluator, object: Value, node: SyntaxNode, module: Module, env: Env): Value {
  // Which table it is, the callers say.
  if (object.type === 'param') return { ...object, node, path: [...object.path, '[]'] };
  const readVerbs = (of: Value): readonly Value[] => VERBS.map((verb) => evaluator.getProperty(of, verb, node, module));
  if (isLibrary(object)) return unite(readVerbs(object));
  const values = listOptions(object).flatMap((option) => [
    ...(isLibrary(option) ? readVerbs(option) : []),
    ...(listElements(evaluator, option, env) ?? []),
    ...(option.type === 'object' ? listPutEntries(evaluator, option, null, node, env) : []),
  ]);
  if (values.length === 0) return makeUnknown(node, module, 'the key is not known');
  return chooseEach(nameDecision(node, module), values);
}
