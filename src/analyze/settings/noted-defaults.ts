import { readHost } from '../urls/hosts.ts';
import { listOptions, mapUrls, unite } from '../values/unions.ts';
import type { SingleValue, Value } from '../values/values.ts';

/** A variable knows the hosts that stand behind it as its default: of others that it meets nothing says whose they are. */

function isVariable(value: Value): boolean {
  return value.type === 'text' && value.atoms[0]?.kind === 'env';
}

function noteHosts(given: SingleValue, hosts: readonly string[]): SingleValue {
  const [first, ...rest] = given.type === 'text' ? given.atoms : [];
  if (given.type !== 'text' || first?.kind !== 'env') return given;
  return { ...given, atoms: [{ ...first, defaults: [...(first.defaults ?? []), ...hosts] }, ...rest] };
}

/** The texts that a value can be, also those of URL objects. */
function listAddresses(value: Value): readonly SingleValue[] {
  return listOptions(value).flatMap((option) => (option.type === 'url' ? listOptions(option.href) : [option]));
}

/** What is given, which is `fallback` where there is none. */
export function noteDefault(given: Value, fallback: Value): Value {
  if (!listAddresses(given).some(isVariable)) return given;
  const hosts = listAddresses(fallback).flatMap((option) =>
    option.type === 'text' ? (readHost(option)?.name ?? []) : [],
  );
  if (hosts.length === 0) return given;
  const note = (value: Value): Value => unite(listOptions(value).map((option) => noteHosts(option, hosts)));
  return mapUrls(note(given), note);
}

/** The variable of a setting, and what the setting is without it. */
export function uniteDefaults(values: readonly Value[]): Value {
  const all = unite(values);
  return noteDefault(all, all);
}
