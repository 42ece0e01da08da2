// Installs the frameworks below node_modules/.frameworks, where no test runner, linter or compiler of ours looks.
// CI calls it before the tests: node test/probe/frameworks/install.mjs
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = new URL('./', import.meta.url);
const target = new URL('../../../node_modules/.frameworks/', import.meta.url);
mkdirSync(target, { recursive: true });
for (const name of ['package.json', 'package-lock.json']) copyFileSync(new URL(name, source), new URL(name, target));
const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
const { status } = spawnSync('npm', args, {
  cwd: fileURLToPath(target),
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
