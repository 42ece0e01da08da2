import { readFileSync, realpathSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { relative, resolve, sep } from 'node:path';
import { readNamed, UserError } from '../errors.ts';
import type { Io } from './io.ts';
import { openInput } from './open-input.ts';
import { explainUnset } from './variable-name.ts';

/** Where a key may come from: the environment, a file outside of the code, stdin. Never an argument: others can read those. */
interface KeySource {
  readonly env: string | undefined;
  readonly file: string | undefined;
  readonly stdin: boolean;
}

export const DEFAULT_KEY_ENV = 'V1_MIGRATE_KEY';
const MAX_KEY = 16 * 1024;

function isBelow(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === file && way !== file);
}

/** A key in the code that is scanned is a key that is committed. */
function readKeyFile(name: string, paths: readonly string[], cwd: string, io: Io): string {
  const path = resolve(cwd, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > MAX_KEY) throw new UserError('--key-file: there is no such key file.');
  const real = realpathSync(path);
  if (paths.some((scanned) => isBelow(realpathSync(resolve(cwd, scanned)), real))) {
    throw new UserError('--key-file: the file is among those that are scanned; a key belongs outside of them.');
  }
  if (platform() !== 'win32' && (stat.mode & 0o077) !== 0) {
    io.stderr.write('warning: other users of this machine may read the key file; chmod 600 makes it private\n');
  }
  return readNamed('--key-file: the file', () => readFileSync(real, 'utf8'));
}

async function readStdin(io: Io): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await openInput('-', 'the key', io)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The text of the key, and what to call it in a message. Throws a UserError that does not repeat it. */
export async function readKey(
  source: KeySource,
  paths: readonly string[],
  cwd: string,
  io: Io,
): Promise<{ readonly text: string; readonly source: string }> {
  const named = [source.env !== undefined, source.file !== undefined, source.stdin].filter(Boolean).length;
  if (named > 1) throw new UserError('--key-env, --key-file and --key-stdin exclude each other.');
  if (source.stdin) return { text: await readStdin(io), source: 'The key on stdin' };
  if (source.file !== undefined)
    return { text: readKeyFile(source.file, paths, cwd, io), source: 'The key in the file' };
  const name = source.env ?? DEFAULT_KEY_ENV;
  const text = io.env[name];
  if (text !== undefined && text.trim() !== '') return { text, source: `The key in ${name}` };
  throw new UserError(`There is no key: ${explainUnset(name)}`, {
    hint: `${DEFAULT_KEY_ENV}=<key_id>:<secret>, --key-env <NAME>, --key-file <file> or --key-stdin.`,
  });
}

function readAuthority(name: string, what: string): string {
  try {
    const text = readFileSync(name, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch {
    // Said below, in the same words.
  }
  throw new UserError(`${what}: there is no file with PEM certificates.`);
}

/** Certificate authorities beside those of Node. Node itself ignores a NODE_EXTRA_CA_CERTS that it cannot read. */
export function readAuthorities(file: string | undefined, cwd: string, io: Io): readonly string[] {
  const extra = io.env.NODE_EXTRA_CA_CERTS;
  const named = file === undefined ? [] : [readAuthority(resolve(cwd, file), '--ca')];
  if (extra === undefined || extra === '') return named;
  return [...named, readAuthority(extra, 'NODE_EXTRA_CA_CERTS')];
}
