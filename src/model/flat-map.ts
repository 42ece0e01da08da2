/**
 * `list.flatMap(convert)`, for what is asked very often: V8's own takes ten times as long on lists of a few elements
 * (Node 20: 330 ns against 30 for three).
 */
export function flatMap<T, R>(list: readonly T[], convert: (item: T, index: number) => R | readonly R[]): R[] {
  const all: R[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const given = convert(list[index] as T, index); // as many as its length says
    if (isList(given)) for (const item of given) all.push(item);
    else all.push(given);
  }
  return all;
}

/** `Array.isArray` does not narrow a list that is readonly. */
function isList<R>(given: R | readonly R[]): given is readonly R[] {
  return Array.isArray(given);
}
