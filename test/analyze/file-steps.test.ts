import { expect, test } from 'vitest';
import { FileSteps } from '../../src/analyze/file-steps.ts';
import type { Module } from '../../src/analyze/modules/module.ts';
import { createTree, runCli } from '../cli/run-cli.ts';

const FUNCTIONS = 200;

/** Functions that all call three others, in circles, and a request with what each of them makes. */
function writeBundle(): string {
  const numbers = Array.from({ length: FUNCTIONS }, (_, number) => number);
  const call = (number: number) => `f${number % FUNCTIONS}(a)`;
  const functions = numbers.map(
    (n) => `function f${n}(a) { return ${call(n * 7 + 1)} + ${call(n * 3 + 2)} + ${call(n * 5 + 3)}; }`,
  );
  const requests = numbers.map(
    (n) => `export const g${n} = (a) => fetch('https://api.voice.example/calls/' + f${n}(a));`,
  );
  return [...functions, ...requests, ''].join('\n');
}

test('a file that takes too many steps is named, and the others are followed', async () => {
  const cwd = createTree({
    'a-bundle.js': writeBundle(),
    'voice.js':
      'export class Voice {\n  constructor(base) {\n    this.base = base;\n  }\n  get(path) {\n    return fetch(this.base + path);\n  }\n}\n',
    'z.js': "import { Voice } from './voice.js';\nnew Voice('https://api.voice.example').get('/agents');\n",
  });
  const { stdout, stderr } = await runCli(['.', '--base-url', 'https://api.voice.example', '--dry-run'], cwd);
  expect(stderr).toContain('a-bundle.js: this file takes too many steps to follow');
  expect(stdout).toContain("+new Voice('https://api.voice.example').get('/v1/agents');");
});

test('the steps of a question belong to the file that it is about, and what is left is never nothing', () => {
  const steps = new FileSteps();
  const [bundle, other] = [{} as Module, {} as Module]; // only told apart
  const whole = steps.begin(bundle, 0);
  steps.begin(other, whole);
  expect([steps.hasSpent(bundle), steps.hasSpent(other)]).toEqual([true, false]);
  expect(steps.begin(null, whole + 10)).toBe(Number.POSITIVE_INFINITY);
  expect(steps.begin(other, whole + 1000)).toBe(whole - 10);
  const last = steps.begin(bundle, whole + 1000);
  expect(last).toBeGreaterThan(0);
  expect(last).toBeLessThan(whole / 1000);
  expect(steps.listSpent()).toEqual([bundle]);
});
