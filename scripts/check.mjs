/** Everything that must hold before a change goes in, as CI runs it: each step, also after one that failed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** @type {{ script: string, args?: string[], isTest?: boolean }[]} */
const STEPS = [
  { script: 'lint' },
  { script: 'types' },
  { script: 'test', isTest: true },
  { script: 'test:package', isTest: true },
  { script: 'bench', args: ['--quick'] },
];

const reports = mkdtempSync(join(tmpdir(), 'v1-migrate-check-'));

/** Test counts and failures of one step as the runner wrote them; null when it did not come that far. */
function readCounts(file) {
  if (!existsSync(file)) return null;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const skipped = numPendingTests + numTodoTests;
  return { passed: numPassedTests, failed: numFailedTests, skipped, success, failures: listFailures(testResults) };
}

/** A line for each test that failed, and for each file that did not come to its tests. */
function listFailures(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = relative(process.cwd(), name);
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`];
    return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`);
  });
}

function firstLine(text) {
  return stripVTControlCharacters(text ?? '').split('\n', 1)[0];
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
// Last, where the end of a log is all that can be seen.
for (const line of results.flatMap(({ counts }) => counts?.failures ?? [])) console.log(`FAILED  ${line}`);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const { counts } of results) for (const name of Object.keys(total)) total[name] += counts?.[name] ?? 0;
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
