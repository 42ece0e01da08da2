/** A row of a table by its name. */
export function pick<T>(table: Readonly<Record<string, T>>, name: string): T {
  const row = table[name];
  if (row === undefined) throw new Error(`there is no ${name}`);
  return row;
}
