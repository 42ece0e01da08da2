/** Adds to the list that a map holds under a key; a copy for each addition would take the square of the time. */
export function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
