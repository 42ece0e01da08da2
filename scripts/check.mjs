/** Everything that must hold before a change goes in, as CI runs it: each step, also after one that failed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {{ script: string, args?: string[], isTest?: boolean }[]} */
const STEPS = [
  { script: 'lint' },
  { script: 'types' },
  { script: 'test', isTest: true },
  { script: 'test:package', isTest: true },
  { script: 'bench', args: ['--quick'] },
];

const reports = mkdtempSync(join(tmpdir(), 'v1-migrate-check-'));

/** Test counts of one step as the runner wrote them; null when it did not come that far. */
function readCounts(file) {
  if (!existsSync(file)) return null;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, success };
}

function runStep({ script, args = [], isTest = false }) {
  const report = join(reports, `${script.replace(':', '-')}.json`);
  const reporters = isTest ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  const start = performance.now();
  console.log(`\n== npm run ${[script, ...args].join(' ')}`);
  const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...args, ...reporters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  const counts = isTest ? readCounts(report) : null;
  return { script, seconds, counts, ok: status === 0 && (!isTest || counts?.success === true) };
}

const results = STEPS.map(runStep);
rmSync(reports, { recursive: true, force: true });

console.log('');
for (const { script, seconds, ok, counts } of results) {
  const tests = counts === null ? '' : `  ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${script.padEnd(13)} ${String(seconds).padStart(4)} s${tests}`);
}
const total = { passed: 0, failed: 0, skipped: 0 };
for (const { counts } of results) for (const name of Object.keys(total)) total[name] += counts?.[name] ?? 0;
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
