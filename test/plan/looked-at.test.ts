import { expect, test } from 'vitest';
import { nameFindings, runPlan } from './run-plan.ts';

const VOICE = `export class Voice {
  constructor(base) {
    this.base = base;
  }

  get(path) {
    return fetch(this.base + path);
  }
}
`;

test('who imports another file of the same name is not looked at', async () => {
  const { plan } = await runPlan({
    'src/voice/client.js': VOICE,
    'src/shop/client.js': 'export const shop = { get: (path) => fetch(`/shop${path}`) };\n',
    'src/voice/setup.js': `import { Voice } from './client.js';\n\nexport const voice = new Voice('https://api.voice.example');\n`,
    // It says where it goes, and has no word of the catalogue.
    'src/wiring.js': `import { Voice } from './voice/client.js';\nimport { KINDS } from './kinds.js';\n\nnew Voice(process.env.HOST).get(KINDS.first);\n`,
    'src/kinds.js': `export const KINDS = { first: '/agents' };\n`,
    'src/shop/basket.js': `// It isn't the voice's './client'\nimport { shop } from './client.js';\n\nexport const load = () => shop.get('/basket');\n`,
  });
  expect(plan.accounting.files.analysed).toBe(4);
  expect(nameFindings(plan.findings)).toMatchInlineSnapshot(`
    [
      "src/wiring.js:4 unresolved-base",
    ]
  `);
});

test('an apostrophe in front of an import does not hide who calls', async () => {
  const { plan } = await runPlan({
    'src/client.js': `export const send = (kind, base = 'https://api.voice.example') => fetch(\`\${base}/\${kind}\`);\n`,
    'src/use.js': `/* It's */ import { send } from './client.js'; import { KINDS } from './kinds.js';\n\nsend(KINDS.all);\n`,
    'src/kinds.js': `export const KINDS = { all: 'calls' };\n`,
  });
  expect(nameFindings(plan.findings)).toMatchInlineSnapshot(`
    [
      "src/kinds.js:1 legacy-path",
    ]
  `);
});

test('of a file that passes on much, only who imports what matters is looked at', async () => {
  const { plan } = await runPlan({
    'src/voice/paths.ts': `export const PATHS = { list: '/agents' };\n`,
    'src/ui/button.ts': 'export const Button = () => null;\n',
    'src/index.ts': `export * from './ui/button';\nexport { PATHS as ROUTES } from './voice/paths';\n`,
    'src/page.ts': `import { Button } from './index';\n\nexport const page = () => [Button()];\n`,
    'src/load.ts': `import { Button, ROUTES } from './index';\n\nexport const load = () => fetch(\`https://api.\${'voice'}.example\${ROUTES.list}\`, { ui: Button });\n`,
    'src/whole.ts': `import * as all from './index';\n\nexport const show = (key: keyof typeof all) => document.title = String(all[key]);\n`,
  });
  expect(plan.accounting.files.analysed).toBe(4);
  expect(nameFindings(plan.findings)).toMatchInlineSnapshot(`
    [
      "src/load.ts:3 legacy-path",
    ]
  `);
});

test('who shows a component says what it is given', async () => {
  const { plan } = await runPlan({
    'src/Caller.vue': `<script setup>\nconst props = defineProps(['kind']);\nfetch(\`https://api.voice.example/\${props.kind}\`);\n</script>\n<template><p /></template>\n`,
    'src/Page.vue': `<script setup>\nimport Caller from './Caller.vue';\nimport { KINDS } from './kinds.js';\n</script>\n<template><Caller :kind="KINDS.all" /></template>\n`,
    'src/kinds.js': `export const KINDS = { all: 'calls' };\n`,
  });
  expect(nameFindings(plan.findings)).toMatchInlineSnapshot(`
    [
      "src/kinds.js:1 legacy-path",
    ]
  `);
});

test('the default import of a module that fills its exports is the whole of it', async () => {
  const { plan } = await runPlan({
    'src/paths.cjs': `exports.LIST = '/agents';\n`,
    'src/base.cjs': `exports.BASE = 'https://api.voice.example';\n`,
    'src/use.mjs': `import base from './base.cjs';\nimport paths from './paths.cjs';\n\nfetch(base.BASE + paths.LIST);\n`,
  });
  expect(nameFindings(plan.findings)).toEqual(['src/paths.cjs:1 legacy-path']);
});

test('who imports what holds paths is looked at, whatever it says', async () => {
  const app = (path: string): Record<string, string> => ({
    'src/app.ts': `export class App {\n  load = () => fetch('https://api.voice.example${path}');\n}\n`,
    'src/start.ts': `import { App } from './app';\n\nexport const start = () => new App().load();\n`,
  });
  expect((await runPlan(app('/agents'))).plan.accounting.files.analysed).toBe(2);
  expect((await runPlan(app(''))).plan.accounting.files.analysed).toBe(1);
});

test.each([
  `exports.NAME = require('../FILE').NAME;`,
  `module.exports = Object.freeze({ NAME: require('../FILE').NAME });`,
  `module.exports = { get NAME() { return require('../FILE').NAME; } };`,
  `Object.assign(exports, require('../FILE'));`,
])('a file that requires what it exports passes it on: %s', async (index) => {
  const passOn = (file: string, name: string): string => `${index.replaceAll('FILE', file).replaceAll('NAME', name)}\n`;
  const { plan } = await runPlan({
    'src/paths.cjs': `module.exports = { PATHS: { list: '/agents' } };\n`,
    'src/paths-lib/index.cjs': passOn('paths.cjs', 'PATHS'),
    'src/base.cjs': `module.exports = { BASE: 'https://api.voice.example' };\n`,
    'src/base-lib/index.cjs': passOn('base.cjs', 'BASE'),
    'src/list.cjs': `const { BASE } = require('./base-lib/index.cjs');\nconst { PATHS } = require('./paths-lib/index.cjs');\n\nfetch(BASE + PATHS.list);\n`,
  });
  expect(nameFindings(plan.findings)).toHaveLength(1);
  expect(nameFindings(plan.findings)[0]).toMatch(/legacy-path/);
});
