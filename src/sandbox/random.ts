/** A source of repeatable chance: the same seed gives the same sandbox, record by record. */
export interface Random {
  /** A whole number from 0 to `bound - 1`. */
  next(bound: number): number;
  pick<T>(values: readonly [T, ...T[]]): T;
  /** `prefix_` and twelve hex digits; never the same twice in one sandbox. */
  id(prefix: string): string;
}

/** Mulberry32: small, fast and good enough for sample data; nothing here is a secret. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  let issued = 0;
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0').slice(-digits);
  return {
    next: (bound) => draw() % bound,
    pick: (values) => values[draw() % values.length] ?? values[0],
    id: (prefix) => {
      issued += 1;
      return `${prefix}_${hex(draw(), 6)}${hex(issued, 6)}`;
    },
  };
}
