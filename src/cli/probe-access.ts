import { UserError } from '../errors.ts';
import { parseAddress } from '../probe/address.ts';
import { ApiKey } from '../probe/api-key.ts';
import type { ProbeOptions } from '../probe/options.ts';
import type { OptionValues } from './command.ts';
import type { Io } from './io.ts';
import type { ACCESS_OPTIONS } from './options.ts';
import { readAuthorities, readKey } from './read-key.ts';

/** How a command reaches the live platform: the key, the address and the way there. None of it comes from the code. */

export type AccessValues = OptionValues<typeof ACCESS_OPTIONS>;

type Access = Required<Pick<ProbeOptions, 'key' | 'ca' | 'env' | 'proxy' | 'keylessWrites' | 'timing' | 'createWord'>> &
  Pick<ProbeOptions, 'signal'>;

/** Seconds of `--budget`, as milliseconds. */
function readTiming(text: string | undefined): Access['timing'] {
  if (text === undefined) return {};
  const seconds = /^\d{1,5}(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0) return { budget: Math.ceil(seconds * 1000) };
  throw new UserError(`--budget: "${text}" is not a number of seconds.`, { hint: '--budget 120' });
}

/** The address from a flag or the environment, checked before any work. */
export function requireAddress(baseUrl: string | undefined): string {
  if (baseUrl === undefined || baseUrl === '') {
    throw new UserError('The address of the platform is not known; it is never taken from the code.', {
      hint: '--base-url https://api.voice.example, or V1_MIGRATE_BASE_URL.',
    });
  }
  parseAddress(baseUrl, '/v1');
  return baseUrl;
}

/** What needs no key. */
export function readTerms(values: AccessValues, cwd: string, io: Io): Omit<Access, 'key'> {
  return {
    ca: readAuthorities(values.ca, cwd, io),
    env: io.env,
    proxy: values['no-proxy'] !== true,
    keylessWrites: values['no-keyless-writes'] !== true,
    timing: readTiming(values.budget),
    createWord: io.createToken,
    signal: io.signal,
  };
}

/** The key, its form checked. `scanned` are the paths of the code, where no key file may stand. */
export async function readCheckedKey(
  values: AccessValues,
  configured: string | undefined,
  scanned: readonly string[],
  cwd: string,
  io: Io,
): Promise<string> {
  const source = { env: values['key-env'], file: values['key-file'], stdin: values['key-stdin'] === true };
  const isNamed = source.env !== undefined || source.file !== undefined || source.stdin;
  const key = await readKey(isNamed ? source : { ...source, env: configured }, scanned, cwd, io);
  ApiKey.parse(key.text, key.source);
  return key.text;
}
