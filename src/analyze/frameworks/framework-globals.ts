import { describeName, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { BindingSource } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { listByName } from '../clients/setting-calls.ts';
import { findVueResource } from '../clients/vue-resource.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { isUndefined } from '../values/missing.ts';
import { unite } from '../values/unions.ts';
import { type ExternalValue, UNDEFINED, type Value } from '../values/values.ts';

/** What an app gives all of its components: `Vue.prototype.$api = …`, `app.config.globalProperties.$api = …`. */

function isSharedObject(node: SyntaxNode): boolean {
  const object = unwrap(node);
  if (!isMemberNode(object)) return false;
  const name = nameMember(object);
  const owner = unwrap(object.object);
  if (name !== 'prototype') return name === 'globalProperties';
  // `Vuex.Store.prototype.$api`: what the actions of a store have as theirs.
  return (owner.type === 'Identifier' && owner.name === 'Vue') || describeName(owner) === 'Vuex.Store';
}

function isFirstParam(source: BindingSource | undefined): source is Extract<BindingSource, { kind: 'param' }> {
  return source?.kind === 'param' && source.index === 0 && !source.rest;
}

/** `pinia.use(({ store }) => { store.api = … })`: what a plugin gives each store. */
function isStoreOfPlugin(node: SyntaxNode, module: Module): boolean {
  const owner = unwrap(node);
  const isMember = isMemberNode(owner) && nameMember(owner) === 'store';
  const name = isMember ? unwrap(owner.object) : owner;
  const source = findBindingOf(module, name)?.source;
  const [step, ...others] = source !== undefined && 'steps' in source ? source.steps : [];
  if (isMember) return isFirstParam(source) && step === undefined;
  if (step?.kind !== 'property' || step.name !== 'store' || others.length > 0) return false;
  if (source?.kind !== 'value' || source.node === null) return isFirstParam(source);
  const whole = findBindingOf(module, unwrap(source.node))?.source;
  return isFirstParam(whole) && whole.steps.length === 0;
}

/** `app.use(VueAxios, client)`: under these names, or under those of the object that it is given. */
const PLUGIN_NAMES = /^(?:axios|\$http)$/;

interface Asked {
  readonly evaluator: Evaluator;
  readonly name: string;
  readonly asking: Module;
}

function listOfPlugin(evaluator: Evaluator, name: string, asking: Module): readonly Value[] {
  const { index } = evaluator;
  return keepMeeting(evaluator, listByName(index, 'use'), asking).flatMap(({ node, module }) => {
    const [plugin, given] = index.listCallArguments(node, module, null);
    const used = plugin === undefined ? undefined : evaluator.evaluateArgument(plugin);
    if (given === undefined || used?.type !== 'external' || used.module !== 'vue-axios') return [];
    const client = evaluator.evaluateArgument(given);
    if (client.type !== 'object') return PLUGIN_NAMES.test(name) ? [client] : [];
    const named = evaluator.getProperty(client, name, node, module);
    return isUndefined(named) ? [] : [named];
  });
}

/** `pinia.use(() => ({ api }))`: what a plugin gives back is added to each store. */
function listOfPinia({ evaluator, name, asking }: Asked): readonly Value[] {
  const { index } = evaluator;
  return keepMeeting(evaluator, listByName(index, 'use'), asking).flatMap(({ node, module }) => {
    const callee = index.getCallee(node);
    const plugin = index.listCallArguments(node, module, null)[0];
    const made = callee?.type === 'external' ? callee.made?.by : undefined;
    if (plugin === undefined || made?.module !== 'pinia' || made.path.join('.') !== 'createPinia') return [];
    const fn = evaluator.evaluateArgument(plugin);
    if (fn.type !== 'function') return [];
    const added = evaluateReturn(evaluator, fn, { args: [], call: null, from: null }, false);
    const given = added.type === 'object' ? evaluator.getProperty(added, name, node, module) : UNDEFINED;
    return isUndefined(given) ? [] : [given];
  });
}

/** `Vue.axios`: what the same plugin puts on Vue itself; null for all else. */
export function evaluateOnVue(
  evaluator: Evaluator,
  external: ExternalValue,
  name: string,
  asking: Module,
): Value | null {
  if (external.module !== 'vue' || external.path.length > 0 || external.made !== null) return null;
  const given = name === 'axios' ? listOfPlugin(evaluator, name, asking) : [];
  return given.length === 0 ? null : unite(given);
}

/** Packages that have classes for components, and give `Vue` itself. */
const VUE =
  /^(?:vue|vue-demi|@vue\/composition-api|(?:vue-class|vue-property|vue-facing|nuxt-property)-(?:component|decorator))$/;

/** `class Agents extends Vue`, `extends Mixins(Paging)`: what every component has, each instance has, too. */
export function isOfVue({ module, path, made }: ExternalValue): boolean {
  if (made !== null) return made.by.made === null && path.length === 0 && VUE.test(made.by.module);
  return VUE.test(module) && path.every((step) => step === 'Vue');
}

/** `this.$api` in a component, and of `this` itself any name; null when no file of the project gives it. */
export function evaluateSharedMember(
  evaluator: Evaluator,
  name: string,
  isOfThis: boolean,
  asking: Module,
): Value | null {
  if (!name.startsWith('$') && !isOfThis) return null;
  const assigned = keepMeeting(evaluator, evaluator.index.listMemberAssignments(name), asking);
  const values = assigned.flatMap(({ object, value, module }) =>
    isSharedObject(object) || (isOfThis && isStoreOfPlugin(object, module))
      ? // A plugin sets it in a function that only the framework calls: markup has no caller that would say with what.
        [evaluateAssigned(evaluator, value, module, evaluator.anyCaller)]
      : [],
  );
  // `$http.get(…)` in markup
  const ofStores = isOfThis ? listOfPinia({ evaluator, name, asking }) : [];
  const all = [...values, ...listOfPlugin(evaluator, name, asking), ...ofStores];
  return all.length === 0 ? (isOfThis ? findVueResource(evaluator, name) : null) : unite(all);
}
