import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateAugmentedMember } from '../classes/types.ts';
import { findDefaultBase } from '../clients/axios.ts';
import { findRequestUrl } from '../clients/request-urls.ts';
import { findHttpRoot, findVueResourceMember } from '../clients/vue-resource.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateCommand } from '../frameworks/cypress-commands.ts';
import { evaluateOnVue, evaluateSharedMember } from '../frameworks/framework-globals.ts';
import { findHandedBy } from '../frameworks/handed-down.ts';
import { evaluateProvided, isNuxtApp } from '../frameworks/nuxt-plugins.ts';
import { findCarried } from '../frameworks/server-contexts.ts';
import { readWorkerData } from '../frameworks/worker-messages.ts';
import { evaluateGlobalMember, evaluateHostMember, PAGE_LIBRARIES } from '../modules/global-members.ts';
import type { Module } from '../modules/module.ts';
import {
  findEnvironmentMember,
  isContextEnvironment,
  isEnvironmentExport,
  isEnvironmentObject,
  makeEnvironmentText,
} from '../settings/environment.ts';
import { readExpoExtra } from '../settings/expo-constants.ts';
import { findOptionDefault } from '../settings/option-defaults.ts';
import { readSailsConfig } from '../settings/sails-config.ts';
import { readSchemaMember } from '../settings/schema-values.ts';
import { readConfigMember } from '../settings/settings-packages.ts';
import { type ExternalValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { findProxiedMember } from './proxied-members.ts';
import { readSetOnPackage } from './set-on-packages.ts';
import { findWrappedMember } from './wrapped-members.ts';

/** Members of what comes from a package: what the package has, and what settings, frameworks and the program put there. */

/** `getCurrentInstance().proxy`: what is `this` in a component that is written with options. */
function isProxy({ path, made }: ExternalValue): boolean {
  return path.join('.') === 'proxy' && made?.by.module === 'vue' && made.by.path.join('.') === 'getCurrentInstance';
}

/** A package and its default export are one; further in, `default` is a member like others (`z.string().default(…)`). */
function isDefaultExport({ module, path, made }: ExternalValue, name: string): boolean {
  return name === 'default' && made === null && path.length === 0 && module !== 'global';
}

/** A member of something of a package. */
export function getExternalMember(
  evaluator: Evaluator,
  external: ExternalValue,
  name: string,
  node: SyntaxNode,
  module: Module,
): Value {
  if (isDefaultExport(external, name)) return external;
  // `private_1.API_URL` of `const private_1 = require('$env/static/private')`
  if (isEnvironmentExport({ ...external, path: [...external.path, name] })) {
    return makeEnvironmentText(evaluator, name, module);
  }
  const environment = findEnvironmentMember(evaluator, external, name, node, module);
  if (environment !== null) return environment;
  const provided =
    readSchemaMember(evaluator, external, name) ??
    readSailsConfig(evaluator, external, name, { node, module }) ??
    findProxiedMember(evaluator, external, name, { node, module }) ??
    readWorkerData(evaluator, external, name, { node, module }) ??
    findRequestUrl(evaluator, external, name, { node, module }) ??
    findDefaultBase(evaluator, external, name, module) ??
    findVueResourceMember(external, name) ??
    findHttpRoot(evaluator, external, name) ??
    evaluateOnVue(evaluator, external, name, module) ??
    (isNuxtApp(external) ? evaluateProvided(evaluator, name, module) : null);
  if (provided !== null) return provided;
  const option =
    external.made === null
      ? (readConfigMember(evaluator, external, [...external.path, name], { node, module }) ??
        readExpoExtra(evaluator, external, name, { node, module }))
      : findOptionDefault(evaluator, external, name, { node, module });
  // The same object, and then whatever the framework hands over.
  const carried =
    option ??
    readSetOnPackage(evaluator, external, name, module) ??
    findCarried(evaluator, external, name, module) ??
    evaluateAugmentedMember(evaluator, external, name, module) ??
    findHandedBy(evaluator, external, name, { node, module }) ??
    findWrappedMember(evaluator, external, name, { node, module });
  if (carried !== null) return carried;
  if (external.module === 'global' && external.path.length === 0 && external.made === null) {
    const assigned = evaluateGlobalMember(evaluator, name, module);
    if (assigned !== null) return assigned;
    if (PAGE_LIBRARIES.has(name)) return { ...external, module: name };
  }
  // `Vue.prototype.$api` where it is read of the prototype itself.
  if (/^(?:prototype|globalProperties)$/.test(external.path.at(-1) ?? '') || isProxy(external)) {
    const shared = evaluateSharedMember(evaluator, name, false, module);
    if (shared !== null) return shared;
  }
  const [host, ...further] = external.path;
  if (external.module === 'global' && host !== undefined && further.length === 0 && external.made === null) {
    const given =
      evaluateHostMember(evaluator, host, name, module) ??
      (host === 'cy' ? evaluateCommand(evaluator, name, module) : null);
    if (given !== null) return given;
  }
  const extended = { ...external, path: [...external.path, name] };
  return isEnvironmentObject(extended) || isContextEnvironment(extended)
    ? { type: 'env-object', ...NO_PROVENANCE }
    : extended;
}
