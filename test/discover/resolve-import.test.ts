import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRepository, createTree, discoverIn, type TreeContent } from './temporary-tree.ts';

/** `path` of a file, or `external name` in angle brackets. */
function resolveIn(
  files: Readonly<Record<string, TreeContent>>,
  cwd = '',
): (specifier: string, from: string) => string {
  const project = discoverIn(join(createRepository(files, []), cwd));
  return (specifier, from) => {
    const found = project.resolve(specifier, from);
    return found.kind === 'file' ? found.path : `<${found.name}>`;
  };
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

describe('resolve: relative', () => {
  const resolve = resolveIn({
    'src/a.ts': '',
    'src/a.js': '',
    'src/b.tsx': '',
    'src/c.mts': '',
    'src/d.vue': '',
    'src/e.svelte': '',
    'src/f.astro': '',
    'src/g.jsx': '',
    'src/calls.ts': '',
    'src/calls/index.ts': '',
    'src/dir/index.tsx': '',
    'src/data.json': '{}',
    'src/types.d.ts': '',
    'src/pkg/package.json': json({ main: 'lib/main.js' }),
    'src/pkg/lib/main.js': '',
    'index.ts': '',
    'src.ts': '',
    'src/link.ts': { link: 'c.mts' },
    'src/circle.ts': { link: 'circle.ts' },
  });
  it.each([
    ['./a', 'src/x.ts', 'src/a.ts'],
    ['./a.js', 'src/x.ts', 'src/a.ts'],
    ['./a.js', 'src/x.js', 'src/a.js'],
    ['./b.js', 'src/x.ts', 'src/b.tsx'],
    ['./b.jsx', 'src/x.ts', 'src/b.tsx'],
    ['./c.mjs', 'src/x.mts', 'src/c.mts'],
    ['./d.vue', 'src/x.ts', 'src/d.vue'],
    ['./d', 'src/x.vue', 'src/d.vue'],
    ['./e.svelte', 'src/x.svelte', 'src/e.svelte'],
    ['./f.astro', 'src/x.astro', 'src/f.astro'],
    ['./g', 'src/x.js', 'src/g.jsx'],
    ['./calls', 'src/x.ts', 'src/calls.ts'],
    ['./calls/', 'src/x.ts', 'src/calls/index.ts'],
    ['./dir', 'src/x.ts', 'src/dir/index.tsx'],
    ['.', 'src/dir/x.ts', 'src/dir/index.tsx'],
    ['..', 'src/x.ts', 'index.ts'],
    ['./pkg', 'src/x.ts', 'src/pkg/lib/main.js'],
    ['./link', 'src/x.ts', 'src/c.mts'],
    ['./circle', 'src/x.ts', '<./circle>'],
    ['./data.json', 'src/x.ts', '<./data.json>'],
    ['./types', 'src/x.ts', '<./types>'],
    ['./missing', 'src/x.ts', '<./missing>'],
    ['../../../../etc/hosts.js', 'src/x.ts', '<../../../../etc/hosts.js>'],
    ['./a\0', 'src/x.ts', '<./a\0>'],
  ])('%s from %s', (specifier, from, expected) => expect(resolve(specifier, from)).toBe(expected));

  it('reaches up to the repository, and no further', () => {
    const inApp = resolveIn({ 'app/a.ts': '', 'lib/b.ts': '' }, 'app');
    expect(inApp('../lib/b', 'a.ts')).toBe('../lib/b.ts');
    const root = createTree({ 'app/a.ts': '', 'lib/b.ts': '' });
    expect(discoverIn(join(root, 'app')).resolve('../lib/b', 'a.ts')).toEqual({ kind: 'external', name: '../lib/b' });
  });

  it('follows no import into node_modules', () => {
    const inRoot = resolveIn({
      'node_modules/p/index.js': '',
      'node_modules/p/package.json': '{"name":"p"}',
      'a.ts': '',
    });
    expect(inRoot('p', 'a.ts')).toBe('<p>');
    expect(inRoot('./node_modules/p/index.js', 'a.ts')).toBe('<./node_modules/p/index.js>');
  });
});

describe('resolve: packages outside the tree', () => {
  const resolve = resolveIn({
    'a.ts': '',
    'http.ts': '',
    'tsconfig.json': json({ compilerOptions: { baseUrl: '.' } }),
  });
  it.each([
    ['axios', 'axios'],
    ['axios/dist/browser', 'axios'],
    ['@nestjs/axios', '@nestjs/axios'],
    ['@nestjs/axios/dist/x.js', '@nestjs/axios'],
    ['http', 'http'],
    ['node:https', 'node:https'],
    ['npm:axios@1.7.2', 'axios'],
    ['npm:@scope/p@^1/sub', '@scope/p'],
    ['https://esm.sh/ky', 'https://esm.sh/ky'],
    ['$env/static/public', '$env/static/public'],
    ['virtual:routes', 'virtual:routes'],
    ['@/missing', '@/missing'],
    ['#missing', '#missing'],
    ['', ''],
  ])('%s', (specifier, name) => expect(resolve(specifier, 'a.ts')).toBe(`<${name}>`));
});

describe('resolve: tsconfig', () => {
  it('follows paths and baseUrl of the nearest config, comments and trailing commas allowed', () => {
    const resolve = resolveIn({
      'tsconfig.json':
        '{ // root\n "compilerOptions": { "baseUrl": "./src", "paths": { "@api/*": ["api/*"], "~config": ["config.ts",], }, }, }',
      'src/api/calls.ts': '',
      'src/config.ts': '',
      'src/shared/http.ts': '',
      'src/x.ts': '',
      'packages/b/tsconfig.json': json({ compilerOptions: { paths: { '@api/*': ['./own/*', './other/*'] } } }),
      'packages/b/other/calls.ts': '',
      'packages/b/x.ts': '',
    });
    expect(resolve('@api/calls', 'src/x.ts')).toBe('src/api/calls.ts');
    expect(resolve('@api/calls.js', 'src/x.ts')).toBe('src/api/calls.ts');
    expect(resolve('~config', 'src/x.ts')).toBe('src/config.ts');
    expect(resolve('shared/http', 'src/x.ts')).toBe('src/shared/http.ts');
    expect(resolve('@api/calls', 'packages/b/x.ts')).toBe('packages/b/other/calls.ts');
    expect(resolve('shared/http', 'packages/b/x.ts')).toBe('<shared>');
  });

  it('takes the most specific pattern', () => {
    const paths = { '*': ['./any/*'], '@/*': ['./src/*'], '@/api/*': ['./api/*'], '@/api/exact': ['./exact.ts'] };
    const files = { 'any/x.ts': '', 'src/api/y.ts': '', 'api/y.ts': '', 'exact.ts': '', 'api/exact.ts': '' };
    const resolve = resolveIn({ ...files, 'jsconfig.json': json({ compilerOptions: { paths } }) });
    expect(resolve('x', 'a.js')).toBe('any/x.ts');
    expect(resolve('@/api/y', 'a.js')).toBe('api/y.ts');
    expect(resolve('@/api/exact', 'a.js')).toBe('exact.ts');
  });

  it('follows extends and references, and lives with configs that an install or a build would make', () => {
    const resolve = resolveIn({
      'tsconfig.base.json': json({
        compilerOptions: { paths: { '@lib/*': ['./libs/*'], '@here': ['${configDir}/here.ts'] } },
      }),
      'libs/http.ts': '',
      'apps/web/tsconfig.json': json({ extends: ['@tsconfig/node20/tsconfig.json', '../../tsconfig.base'] }),
      'apps/web/here.ts': '',
      'apps/vite/tsconfig.json': json({ files: [], references: [{ path: './tsconfig.app.json' }, { path: './gone' }] }),
      'apps/vite/tsconfig.app.json': json({
        extends: './.svelte-kit/tsconfig.json',
        compilerOptions: { paths: { '#app/*': ['./src/*'] } },
      }),
      'apps/vite/src/http.ts': '',
      'apps/loop/tsconfig.json': json({ extends: './tsconfig.json' }),
      'apps/broken/tsconfig.json': '{ "compilerOptions": ',
    });
    expect(resolve('@lib/http', 'apps/web/a.ts')).toBe('libs/http.ts');
    expect(resolve('@here', 'apps/web/a.ts')).toBe('apps/web/here.ts');
    expect(resolve('#app/http', 'apps/vite/src/a.ts')).toBe('apps/vite/src/http.ts');
    expect(resolve('x', 'apps/loop/a.ts')).toBe('<x>');
    expect(resolve('x', 'apps/broken/a.ts')).toBe('<x>');
  });

  it('takes what a monorepo shares for folders that have no config of their own, and for no others', () => {
    const resolve = resolveIn({
      'tsconfig.base.json': json({ compilerOptions: { paths: { '@lib/*': ['./libs/*'] } } }),
      'libs/http.ts': '',
      'apps/own/tsconfig.json': json({ compilerOptions: {} }),
    });
    expect(resolve('@lib/http', 'apps/api/a.ts')).toBe('libs/http.ts');
    expect(resolve('@lib/http', 'apps/own/a.ts')).toBe('<@lib/http>');
  });
});

describe('resolve: packages of the tree', () => {
  const PACKAGES = {
    'packages/http/package.json': json({ name: '@acme/http', main: 'dist/index.js' }),
    'packages/http/src/index.ts': '',
    'packages/http/src/retry.ts': '',
    'packages/http/dist/index.js': '',
    'packages/sdk/package.json': json({
      name: '@acme/sdk',
      exports: {
        '.': { types: './dist/esm/main.d.ts', import: './dist/esm/main.mjs' },
        './clients/*': './dist/clients/*.js',
        './package.json': './package.json',
      },
    }),
    'packages/sdk/src/main.ts': '',
    'packages/sdk/src/clients/calls.tsx': '',
    'packages/plain/package.json': json({ name: 'plain' }),
    'packages/plain/index.js': '',
    'packages/plain/lib/deep.js': '',
    'packages/config/package.json': json({ name: '@acme/tsconfig' }),
    'packages/config/base.json': json({ compilerOptions: { paths: { '@shared/*': ['../http/src/*'] } } }),
    'apps/web/package.json': json({
      name: 'web',
      imports: { '#api': './dist/api.js', '#lib/*': './lib/*.ts', '#http': '@acme/http' },
    }),
    'apps/web/src/api.ts': '',
    'apps/web/lib/x.ts': '',
    'apps/web/tsconfig.json': json({ extends: '@acme/tsconfig/base.json' }),
    'node_modules/@acme/http/package.json': json({ name: '@acme/http', main: 'other.js' }),
  };
  const CASES = [
    ['@acme/http', 'packages/http/src/index.ts'],
    ['@acme/http/retry', 'packages/http/src/retry.ts'],
    ['@acme/http/dist/retry.js', 'packages/http/src/retry.ts'],
    ['@acme/sdk', 'packages/sdk/src/main.ts'],
    ['@acme/sdk/clients/calls', 'packages/sdk/src/clients/calls.tsx'],
    ['plain', 'packages/plain/index.js'],
    ['plain/deep', 'packages/plain/lib/deep.js'],
    ['plain/gone', '<plain>'],
    ['#api', 'apps/web/src/api.ts'],
    ['#lib/x', 'apps/web/lib/x.ts'],
    ['#http', 'packages/http/src/index.ts'],
    ['web', '<web>'],
    ['@shared/retry', 'packages/http/src/retry.ts'],
  ] as const;

  it.each<[string, Record<string, string>]>([
    ['npm', { 'package.json': json({ workspaces: ['packages/*', './apps/*/'] }) }],
    ['yarn', { 'package.json': json({ workspaces: { packages: ['packages/**', 'apps/web', '!**/gone'] } }) }],
    [
      'pnpm',
      {
        'pnpm-workspace.yaml':
          "packages:\r\n  # all\r\n  - 'packages/*'\r\n  - apps/* # web\r\n\r\ncatalog:\r\n  axios: 1\r\n",
      },
    ],
    ['pnpm in one line', { 'pnpm-workspace.yaml': 'packages: ["packages/*", apps/*]\n' }],
    ['lerna', { 'lerna.json': json({ packages: ['packages/*', 'apps/*'] }) }],
  ])('leads to the source (%s)', (_, manifest) => {
    const resolve = resolveIn({ ...PACKAGES, ...manifest });
    expect(CASES.map(([specifier]) => [specifier, resolve(specifier, 'apps/web/src/a.ts')])).toEqual(CASES);
  });

  it('finds them from a package that is the cwd', () => {
    const resolve = resolveIn({ ...PACKAGES, 'package.json': json({ workspaces: ['packages/*'] }) }, 'apps/web');
    expect(resolve('@acme/http', 'src/a.ts')).toBe('../../packages/http/src/index.ts');
  });

  it('takes local dependencies and the package itself', () => {
    const resolve = resolveIn({
      'app/package.json': json({ name: 'app', exports: { './x': './x.js' }, dependencies: { http: 'file:../http' } }),
      'app/x.ts': '',
      'http/package.json': json({ name: 'http-local', module: 'es/client.js' }),
      'http/client.ts': '',
    });
    expect(resolve('http-local', 'app/a.ts')).toBe('<http-local>');
    expect(resolve('app/x', 'app/a.ts')).toBe('app/x.ts');
  });
});

describe('resolve: aliases of frameworks', () => {
  const resolve = resolveIn({
    'package.json': '{}',
    'src/api.ts': '',
    'src/lib/http.ts': '',
    'src/lib/index.ts': '',
    'components/card.vue': '',
    'app/root.tsx': '',
    'server/db.js': '',
    'web/package.json': '{}',
    'web/src/api.ts': '',
  });
  it.each([
    ['@/api', 'src/a.vue', 'src/api.ts'],
    ['@/components/card', 'a.vue', 'components/card.vue'],
    ['~/root', 'app/a.tsx', 'app/root.tsx'],
    ['~~/server/db', 'a.ts', 'server/db.js'],
    ['$lib/http', 'src/routes/a.svelte', 'src/lib/http.ts'],
    ['$lib', 'src/routes/a.svelte', 'src/lib/index.ts'],
    ['src/api', 'src/a.ts', 'src/api.ts'],
    ['/src/api.ts', 'index.ts', 'src/api.ts'],
    ['@/api', 'web/src/a.vue', 'web/src/api.ts'],
    ['@/gone', 'src/a.vue', '<@/gone>'],
  ])('%s from %s', (specifier, from, expected) => expect(resolve(specifier, from)).toBe(expected));
});

describe('resolve: aliases of bundlers', () => {
  const ALIASES = "export default { other: { 'acme-api': './wrong' }, alias: { 'acme-api': './src/api' } };\n";

  it('reads the members of the record alone', () => {
    const resolve = resolveIn({ 'package.json': '{}', 'vite.config.js': ALIASES, 'src/api.ts': '', 'wrong.ts': '' });
    expect(resolve('acme-api', 'src/a.ts')).toBe('src/api.ts');
  });

  it('does not take a bundle that has the name of a tool for its settings', () => {
    const bundle = ALIASES + 'f({ key: value });\n'.repeat(20_000);
    const resolve = resolveIn({ 'package.json': '{}', 'babel.js': bundle, 'src/api.ts': '' });
    expect(resolve('acme-api', 'src/a.ts')).toBe('<acme-api>');
  });
});
