import { ITEM, PLAIN, SERVICE } from './rows.ts';
import type { ItemSpec, ServiceSpec, Spec } from './spec.ts';

/**
 * Projects with one thing less. fast-check shrinks the random numbers behind a project, which leaves much that does
 * not matter; this knows what a project is made of.
 */

function replaceAt<T>(list: readonly T[], index: number, value: T): readonly T[] {
  return list.map((entry, position) => (position === index ? value : entry));
}

function* dropEach<T>(list: readonly T[], least: number): Generator<readonly T[]> {
  if (list.length <= least) return;
  for (const index of list.keys()) yield list.filter((_, position) => position !== index);
}

/** The same with one member as in the plain one. */
function* takeOver<T extends object>(value: T, plain: T, skip: readonly (keyof T)[]): Generator<T> {
  for (const key of Object.keys(plain) as (keyof T)[]) {
    if (skip.includes(key) || JSON.stringify(value[key]) === JSON.stringify(plain[key])) continue;
    yield { ...value, [key]: plain[key] };
  }
}

function* listSmallerItems(item: ItemSpec): Generator<ItemSpec> {
  yield* takeOver(item, ITEM, []);
}

function* listSmallerServices(service: ServiceSpec): Generator<ServiceSpec> {
  for (const items of dropEach(service.items, 1)) yield { ...service, items };
  yield* takeOver(service, SERVICE, ['items', 'links']);
  for (const links of takeOver(service.links, SERVICE.links, [])) yield { ...service, links };
  for (const [index, item] of service.items.entries()) {
    for (const smaller of listSmallerItems(item)) yield { ...service, items: replaceAt(service.items, index, smaller) };
  }
}

export function* listSmaller(spec: Spec): Generator<Spec> {
  for (const services of dropEach(spec.services, 1)) yield { ...spec, services };
  if (spec.lookAlikes.length > 0) yield { ...spec, lookAlikes: [] };
  for (const lookAlikes of dropEach(spec.lookAlikes, 0)) yield { ...spec, lookAlikes };
  yield* takeOver(spec, PLAIN, ['services', 'lookAlikes']);
  for (const [index, service] of spec.services.entries()) {
    for (const smaller of listSmallerServices(service))
      yield { ...spec, services: replaceAt(spec.services, index, smaller) };
  }
}
