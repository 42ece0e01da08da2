import type { Shard } from '../shard/parse-shard.ts';

/** Loaded only by who asks for a part. */
export async function readShard(text: string | undefined): Promise<Shard | undefined> {
  if (text === undefined) return undefined;
  const { parseShard } = await import('../shard/parse-shard.ts');
  return parseShard(text);
}
