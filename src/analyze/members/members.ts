import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { readProvided } from '../calls/react-contexts.ts';
import { sharesOwner } from '../chains/base-names.ts';
import { getStaticMember } from '../classes/instances.ts';
import { evaluateSuperclass } from '../classes/levels.ts';
import { findOuterClient } from '../classes/outer-clients.ts';
import { addOverridden } from '../classes/overridden-functions.ts';
import { findInstanceMember, listPossibleClasses } from '../classes/overridden-members.ts';
import { listFunctionMembers } from '../classes/prototype-members.ts';
import { listSetByMethods } from '../classes/set-by-methods.ts';
import { evaluateAugmentedMember } from '../classes/types.ts';
import { takeIn, takeOver } from '../classes/unbound-methods.ts';
import { findConfiguredBase } from '../clients/axios.ts';
import { getClientMember } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateSharedMember, isOfVue } from '../frameworks/framework-globals.ts';
import { evaluateHandedMember } from '../frameworks/handed.ts';
import { findHandedDown } from '../frameworks/handed-down.ts';
import { nameSymbol } from '../frameworks/injected-tokens.ts';
import { isInjecting } from '../frameworks/nuxt-plugins.ts';
import { getContextMember } from '../frameworks/procedure-contexts.ts';
import { findCarried } from '../frameworks/server-contexts.ts';
import { forgetAddress } from '../interceptors/forget-path.ts';
import { isHandedToHook } from '../interceptors/open-hooks.ts';
import { evaluateExport } from '../modules/exports.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { isRouteEnvironment, makeEnvironmentText } from '../settings/environment.ts';
import { getTextMember } from '../texts/characters.ts';
import { findKnownText, listTexts, makeUnknown } from '../texts/texts.ts';
import { getUrlMember } from '../urls/url-members.ts';
import { isNullish, isUndefined } from '../values/missing.ts';
import { uniteSet } from '../values/placeholders.ts';
import { listOptions, unite, withOwnChoices } from '../values/unions.ts';
import { withChoices, withHandover, withProvenance } from '../values/value-marks.ts';
import {
  type InstanceValue,
  NO_PROVENANCE,
  type ObjectEntry,
  type ObjectValue,
  UNDEFINED,
  type Value,
} from '../values/values.ts';
import { findDeclaredMember } from './declared-members.ts';
import { getExternalMember } from './external-members.ts';
import { evaluateGivenElsewhere } from './given-elsewhere.ts';
import { listGivenMembers } from './given-members.ts';
import { findHandover } from './handed-members.ts';
import { isKeptCopy } from './kept-copies.ts';
import { countElements, getElement } from './objects.ts';
import { mayBeRemoved } from './removed-members.ts';
import { readSetOnPackage } from './set-on-packages.ts';
import { isOfOthers, listReadable } from './union-members.ts';

/** `value.name` for every kind of value. */

/** Later entries win; a spread or computed key that is not known may or may not bring the name. */
function findInEntries(
  evaluator: Evaluator,
  object: ObjectValue,
  name: string,
  node: SyntaxNode,
  module: Module,
): Value {
  const possible: Value[] = [];
  let isOpen = false;
  let variable: Value | null = null;
  for (let index = object.entries.length - 1; index >= 0; index -= 1) {
    const entry = object.entries[index];
    if (entry === undefined) continue;
    const found = findInEntry(evaluator, object, entry, name, node, module);
    if (found === null) continue;
    // `{ ...VOICE, ...{ url: process.env.CRM_URL } }`: a default of somebody else's is none.
    if (variable !== null && !sharesOwner(variable, found.value)) break;
    possible.push(found.value);
    if (found.certain && found.mayBeUnset !== true) return unite(possible);
    variable = found.mayBeUnset === true ? found.value : variable;
    isOpen ||= !found.certain;
  }
  if (possible.length === 0) return UNDEFINED;
  return unite(isOpen ? [...possible, UNDEFINED] : possible);
}

interface EntryAnswer {
  readonly value: Value;
  readonly certain: boolean;
  /** What stands in front of it is the default that is meant: `{ ...DEFAULTS, ...{ url: process.env.URL } }`. */
  readonly mayBeUnset?: boolean;
}

function isVariable(value: Value): boolean {
  return value.type === 'text' && value.atoms.length === 1 && value.atoms[0]?.kind === 'env';
}

function findInEntry(
  evaluator: Evaluator,
  object: ObjectValue,
  entry: ObjectEntry,
  name: string,
  node: SyntaxNode,
  module: Module,
): EntryAnswer | null {
  if (entry.kind === 'slot') {
    if (entry.name !== name) return null;
    return { value: takeOver(evaluator.evaluateSlot(entry.slot, object), null, object), certain: true };
  }
  if (entry.kind === 'computed') {
    const key = evaluator.evaluateSlot(entry.key, object);
    const symbol = nameSymbol(evaluator, key);
    const keys = symbol === null ? listTexts(key, node, module).map(findKnownText) : [symbol];
    if (!keys.includes(name) && keys.every((key) => key !== null)) return null;
    return { value: evaluator.evaluateSlot(entry.slot, object), certain: keys.length === 1 && keys[0] === name };
  }
  const all = listOptions(evaluator.evaluateSlot(entry.slot, object));
  // `...(isLocal && { base: LOCAL })`
  const options = all.filter((option) => option.type !== 'primitive');
  const values = options
    .map((option) => ({ option, value: takeOver(evaluator.getProperty(option, name, node, module), option, object) }))
    .filter(({ value }) => !isUndefined(value));
  // What a spread of an unknown value holds is unknown, but callers spread options to add to them, not to replace the URL.
  // So does a parameter that no caller gives a value, once all of them were asked.
  const isAsked = entry.slot.kind === 'expression' && entry.slot.env?.any === true;
  const known = values
    .filter(({ option, value }) => value.type !== 'unknown' && (value.type !== 'external' || option.type === 'object'))
    .filter(({ value }) => !isAsked || value.type !== 'param')
    .map(({ value }) => value);
  if (known.length === 0) {
    // `this.options = { ...options }`: who makes another client of the copy gives it what was given.
    const left = isAsked && isKeptCopy(object, entry) ? values.filter(({ value }) => value.type === 'param') : [];
    return left.length === 0 ? null : { value: unite(left.map(({ value }) => value)), certain: false };
  }
  return {
    value: unite(known),
    certain: known.every((value) => value.type !== 'param') && all.length === known.length,
    mayBeUnset: known.every(isVariable),
  };
}

function getObjectMember(
  evaluator: Evaluator,
  object: ObjectValue,
  name: string,
  node: SyntaxNode,
  module: Module,
): Value {
  const own = findInEntries(evaluator, object, name, node, module);
  const declared = addOverridden(evaluator, object, name, own, { node, module });
  const assigned = [
    ...listGivenMembers(evaluator, object, name, declared, { node, module }),
    ...listSetByMethods(evaluator, object, name),
  ];
  const given = assigned.length === 0 ? declared : uniteSet(declared, assigned);
  const isRemoved = object.node !== null && mayBeRemoved(evaluator, object, object.node, name, { node, module });
  const value = isRemoved ? unite([given, UNDEFINED]) : given;
  // `fn(options)` of options without a path gives them none.
  const isChanged = !isUndefined(value) && object.node !== null && isHandedToHook(evaluator, object, object.node, name);
  const known = isChanged ? forgetAddress(value, name, node, module) : takeIn(value, object);
  const marked = withOwnChoices(withProvenance(known, object.refs, object.trail), object.choices);
  return object.via === undefined ? marked : withHandover(marked, findHandover(object, object.via, name, marked));
}

/** Classes further up are not looked at for what a package gives. */
const MAX_ABOVE = 20;

function getOpenInstanceMember(
  evaluator: Evaluator,
  instance: InstanceValue,
  name: string,
  node: SyntaxNode,
  module: Module,
): Value {
  const member = findInstanceMember(evaluator, instance, name);
  if (member !== null) return withOwnChoices(takeIn(member, instance), instance.choices);
  if (name === 'constructor') return unite(listPossibleClasses(evaluator, instance));
  // `static contextType = Context` of a component of React
  const type = name === 'context' ? getStaticMember(evaluator, instance.of, 'contextType') : null;
  const provided = type === null ? null : readProvided(evaluator, type, instance.of.env);
  if (provided !== null) return provided;
  let parent = evaluateSuperclass(evaluator, instance.of);
  for (let above = 0; parent?.type === 'class' && above < MAX_ABOVE; above += 1)
    parent = evaluateSuperclass(evaluator, parent);
  if (parent?.type === 'external') {
    const client = findOuterClient(evaluator, instance);
    const set =
      client === null
        ? (readSetOnPackage(evaluator, parent, name, module, true) ??
          (isOfVue(parent) ? evaluateSharedMember(evaluator, name, false, module) : null))
        : null;
    if (set !== null) return set;
    return client === null ? { ...parent, path: [...parent.path, 'instance()', name] } : getClientMember(client, name);
  }
  // A mixin, `(Base) => class extends Base`: who calls it says what is above.
  if (parent?.type === 'param') return { ...parent, node, module, path: [...parent.path, 'instance()', name] };
  return makeUnknown(node, module, `no class gives \`${name}\` a value`);
}

export function getMember(evaluator: Evaluator, value: Value, name: string, node: SyntaxNode, module: Module): Value {
  const own = getOwnMember(evaluator, value, name, node, module);
  const isMissing = own.type === 'unknown' || isUndefined(own);
  return (isMissing ? evaluateGivenElsewhere(evaluator, value, name, node, module) : null) ?? own;
}

/** `options?.path`, where it is not `declare const uni: any` whose members are asked for. */
function isAskedOfNothing(node: SyntaxNode, module: Module): boolean {
  if (!('optional' in node) || node.optional !== true || !isMemberNode(node)) return false;
  const binding = findBindingOf(module, unwrap(node.object));
  return binding?.source.kind !== 'value' || binding.source.node !== null || binding.assignments.length > 0;
}

function getOwnMember(evaluator: Evaluator, value: Value, name: string, node: SyntaxNode, module: Module): Value {
  if (isNullish(value) && isAskedOfNothing(node, module)) return UNDEFINED;
  switch (value.type) {
    case 'union': {
      const options = listReadable(value, node);
      const members = options.map((option) =>
        isNullish(option) || isOfOthers(option, name, options)
          ? UNDEFINED
          : evaluator.getProperty(option, name, node, module),
      );
      const known = members.filter((member) => !isUndefined(member));
      return known.length === 0
        ? UNDEFINED
        : unite(options.some(({ type }) => type === 'object' || type === 'array') ? members : known);
    }
    case 'object':
      return getObjectMember(evaluator, value, name, node, module);
    case 'text':
      return getTextMember(value, name, node, module);
    case 'array': {
      if (name === 'raw' && value.node?.type === 'TemplateLiteral') return value;
      if (name === 'groups' && value.groups !== undefined) return value.groups;
      if (name === 'length') return countElements(evaluator, value) ?? makeUnknown(node, module, 'it is counted');
      if (!/^\d+$/.test(name)) return makeUnknown(node, module, 'it is computed');
      return getElement(evaluator, value, Number(name));
    }
    case 'class':
      if (name === 'prototype')
        return { type: 'instance', of: value, construction: null, any: false, ...NO_PROVENANCE };
      return withChoices(getStaticMember(evaluator, value, name) ?? UNDEFINED, value.choices);
    case 'instance':
      return getOpenInstanceMember(evaluator, value, name, node, module);
    case 'external':
      return getExternalMember(evaluator, value, name, node, module);
    case 'client':
      return findConfiguredBase(evaluator, value, name, { node, module }) ?? getClientMember(value, name);
    case 'url':
      return getUrlMember(value, name, node, module);
    case 'module':
      return evaluateExport(evaluator, value.module, name) ?? UNDEFINED;
    case 'param': {
      if (isRouteEnvironment([...value.path, name])) return { type: 'env-object', ...NO_PROVENANCE };
      // `handle({ event })` of SvelteKit, and `({ app }) => app.$axios` of Nuxt; others are given the event itself.
      const at = value.path.join('.');
      const isWhole = at === '' || at === 'event' || (at === 'app' && name.startsWith('$'));
      const handed =
        isWhole && (value.open.fn.params.length === 1 || isInjecting(value.open.fn))
          ? evaluateHandedMember(evaluator, value.open.fn, name, value.open.module, null)
          : null;
      return (
        handed ??
        findCarried(evaluator, value, name, module) ??
        getContextMember(evaluator, value, name) ??
        findDeclaredMember(evaluator, value, name, node, module) ??
        evaluateAugmentedMember(evaluator, value, name, module) ??
        (value.isUncalled === true ? findHandedDown(evaluator, value.path, name, { node, module }) : null) ?? {
          ...value,
          node,
          module,
          path: [...value.path, name],
        }
      );
    }
    case 'env-object':
      if (name === 'get')
        return { type: 'external', module: 'global', path: ['Deno', 'env', 'get'], made: null, ...NO_PROVENANCE };
      return {
        ...makeEnvironmentText(evaluator, `${value.prefix ?? ''}${name}`, module),
        refs: value.refs,
        trail: value.trail,
      };
    case 'function': {
      const given = value.members === undefined ? UNDEFINED : evaluator.getProperty(value.members, name, node, module);
      const assigned = listFunctionMembers(evaluator, value, name);
      if (given.type === 'function') return unite([given, ...assigned]);
      // What is no function, as a base, may be another one by the time that it is read.
      const isKnown = isUndefined(given) && assigned.length > 0;
      return isKnown ? unite(assigned) : makeUnknown(node, module, 'it is a member of a function');
    }
    case 'unknown':
      // `params.get('path')` is one of its values, and may be any piece of another URL.
      return { ...value, node, module, query: value.query && !/^get(?:All)?$/.test(name) };
    default:
      return makeUnknown(node, module, 'it is computed');
  }
}
