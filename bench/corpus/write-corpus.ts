import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeProductFile } from './product-files.ts';
import { Random } from './random.ts';
import { SHARED, writeCalls, writeConsumer, writeResource } from './voice-files.ts';

/** A generated project on disk, in git as projects are. */
export interface Corpus {
  readonly root: string;
  /** All source files, relative to the root. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/** Where the corpora of this run are. */
const HOME = realpathSync(mkdtempSync(join(tmpdir(), 'v1-bench-')));

export function removeCorpora(): void {
  rmSync(HOME, { recursive: true, force: true });
}

const TSCONFIG = JSON.stringify({ compilerOptions: { paths: { '@/*': ['./src/*'] } } });

export function plantTree(name: string, texts: Iterable<readonly [path: string, text: string]>): Corpus {
  const root = mkdtempSync(join(HOME, `${name}-`));
  const files: string[] = [];
  let bytes = 0;
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    files.push(path);
    bytes += Buffer.byteLength(text);
  }
  writeFileSync(join(root, 'package.json'), '{ "private": true }\n');
  writeFileSync(join(root, 'tsconfig.json'), TSCONFIG);
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '-A'], { cwd: root });
  return { root, files, bytes };
}

function* listProduct(seed: number, count: number, size: number): Generator<readonly [string, string]> {
  const random = new Random(seed);
  for (let index = 0; index < count; index += 1) {
    const { path, text } = writeProductFile(random, index, size);
    yield [path, text];
  }
}

/** A product without a call to the platform: `count` files of `size` bytes on average. */
export function plantProduct(seed: number, count: number, size: number): Corpus {
  return plantTree('product', listProduct(seed, count, size));
}

function* listCallers(seed: number, count: number, size: number): Generator<readonly [string, string]> {
  const random = new Random(seed);
  yield* Object.entries(SHARED);
  for (let index = 0; index < count; index += 1) {
    const { text } = writeProductFile(random, index, size);
    yield [`src/features/f${index % 97}/module${index}.tsx`, writeCalls(random, 3) + text];
  }
}

/** `count` files with three calls each, in mixed idioms. */
export function plantCallers(seed: number, count: number, size: number): Corpus {
  return plantTree('callers', listCallers(seed, count, size));
}

function* listMixed(seed: number, count: number, part: number, size: number): Generator<readonly [string, string]> {
  const random = new Random(seed);
  yield* Object.entries(SHARED);
  const rest = part - Object.keys(SHARED).length;
  const resources = Array.from({ length: Math.round(rest / 3) }, (_, index) => `Resource${index}`);
  for (const name of resources) {
    const { text } = writeProductFile(random, 0, size);
    yield [`src/voice/resources/${name}.tsx`, `${writeResource(random, name, 8)}${text}`];
  }
  for (let index = resources.length; index < rest; index += 1) {
    const used = Array.from({ length: 3 }, () => resources[random.below(resources.length)] ?? 'Resource0');
    const { text } = writeProductFile(random, 0, size);
    yield [`src/features/module${index}.tsx`, `${writeConsumer(random, [...new Set(used)])}${text}`];
  }
  yield* listProduct(seed + 1, count - part, size);
}

/** `count` files, of which `part` call the platform or are called by those that do, through classes and wrappers. */
export function plantMixed(seed: number, count: number, part: number, size: number): Corpus {
  return plantTree('mixed', listMixed(seed, count, part, size));
}
