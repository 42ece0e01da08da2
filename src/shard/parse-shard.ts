import { UserError } from '../errors.ts';

/** One of `count` parts of a project, `index` from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

const MAX_COUNT = 1000;

/** `2/5`; throws UserError for anything else. */
export function parseShard(text: string): Shard {
  const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (index !== undefined && shard.index <= shard.count && shard.count <= MAX_COUNT) return shard;
  throw new UserError(`--shard: "${text}" is no part of a whole.`, {
    hint: `Write the part and how many there are: 1/4 to 4/4, at most ${MAX_COUNT}.`,
  });
}
