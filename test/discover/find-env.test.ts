import { describe, expect, it } from 'vitest';
import { isDeployment, parseDeployment } from '../../src/discover/deployment-variables.ts';
import { parseEnv } from '../../src/discover/parse-env.ts';
import { createRepository, createTree, discoverIn } from './temporary-tree.ts';

function parse(text: string): readonly string[] {
  return parseEnv('.env', text).map(({ name, value, line }) => `${line} ${name}=${value}`);
}

describe('parseEnv', () => {
  it('reads quotes, export, comments, spaces and CRLF, and counts lines', () => {
    const text = [
      '\uFEFF# the platform',
      'A=https://a.example',
      "export B = 'https://b.example/path' # comment",
      'C="https://c.example:8443"',
      '',
      'D=https://d.example   # comment',
      '  E=`https://e.example`',
      '#F=https://f.example',
      'NEXT_PUBLIC.G-1=api.voice.example',
    ].join('\r\n');
    expect(parse(text)).toEqual([
      '2 A=https://a.example',
      '3 B=https://b.example/path',
      '4 C=https://c.example:8443',
      '6 D=https://d.example',
      '7 E=https://e.example',
      '9 NEXT_PUBLIC.G-1=api.voice.example',
    ]);
  });

  it('keeps nothing that is not an address, and of an address nothing that may be secret', () => {
    const text = `KEY=ak_123:sk_456
JWT=eyJhbGciOi.eyJzdWIiOi.SflKxw_RJSM1
DB=postgres://user:pass@db.example/x
EMAIL=a@b.example
VERSION=1.2.3
EMPTY=
WORD=hello
LIST=https://a.example,https://b.example
URL=https://user:secret@api.voice.example/v1?key=secret#x
HOST=localhost:3000
IP=127.0.0.1:8080/api`;
    expect(parse(text)).toEqual([
      '9 URL=https://api.voice.example/v1',
      '10 HOST=localhost:3000',
      '11 IP=127.0.0.1:8080/api',
    ]);
  });

  it('expands what the same file sets before, and drops what it cannot', () => {
    const text = `HOST=api.voice.example
A=https://\${HOST}/v1
B="https://$HOST"
C='https://\${HOST}'
D=https://\${MISSING}/x
E=https://\${MISSING:-fallback.example}/x
F=\${A}/calls`;
    expect(parse(text)).toEqual([
      '1 HOST=api.voice.example',
      '2 A=https://api.voice.example/v1',
      '3 B=https://api.voice.example',
      '4 C=https://${HOST}',
      '6 E=https://fallback.example/x',
      '7 F=https://api.voice.example/v1/calls',
    ]);
  });

  it('takes the last of a repeated name and reads over values of several lines', () => {
    const text =
      'A=https://old.example\nKEY="-----BEGIN\nB=https://inside.example\n-----END"\nA=https://new.example\nOPEN="x\nC=https://c.example';
    expect(parse(text)).toEqual(['5 A=https://new.example', '7 C=https://c.example']);
  });
});

describe('findEnv', () => {
  const FILES = {
    '.gitignore': '.env*\n!.env.example\n',
    '.env': 'A=https://a.example\n',
    '.env.example': 'A=https://example.example\n',
    'app/.env.local': 'B=https://b.example\nC=https://c.example\n',
    'app/a.ts': '',
    'app/src/b.ts': '',
    'environment.env': 'X=https://x.example\n',
    'node_modules/p/.env': 'N=https://n.example\n',
  };

  it.each([true, false])(
    'finds files beside the code and above it, ignored or not (repository: %s)',
    (isRepository) => {
      const root = isRepository ? createRepository(FILES, ['app/a.ts']) : createTree(FILES);
      const expected = ['.env:1 A', '.env.example:1 A', 'app/.env.local:1 B', 'app/.env.local:2 C'];
      const list = (paths: readonly string[]) =>
        discoverIn(root, { paths }).env.map(({ file, line, name }) => `${file}:${line} ${name}`);
      expect(list([])).toEqual(expected);
      expect(list(['app/src'])).toEqual(expected);
      expect(list(['app/src/b.ts', 'app'])).toEqual(expected);
    },
  );

  it('reads a linked file, and a folder of that name is none', () => {
    const root = createTree({
      'shared/.env': 'A=https://a.example',
      'app/.env': { link: '../shared/.env' },
      'app/a.ts': '',
      'app/.env.d/x': '',
    });
    expect(discoverIn(root).env.map(({ file }) => file)).toEqual(['app/.env', 'shared/.env']);
  });
});

describe('parseDeployment', () => {
  const list = (text: string, file = 'docker-compose.yml') =>
    parseDeployment(file, text).map(({ name, value, line }) => `${line} ${name}=${value}`);

  it('knows the files by their names', () => {
    const names = ['compose.dev.yaml', 'Dockerfile', 'api.Dockerfile', 'serverless.ts', 'next.config.mjs', 'eas.json'];
    expect(names.filter((name) => !isDeployment(name))).toEqual([]);
    expect(
      ['compose.ts', 'pnpm-lock.yaml', 'vite.config.json', 'tsconfig.json', 'app.ts'].filter(isDeployment),
    ).toEqual([]);
  });

  it('reads lists, maps, defaults and code, and no comments', () => {
    const text = `
- LIST=https://a.example/
MAP: "https://b.example:8443/x"
DEFAULT: \${DEFAULT:-https://c.example}
ENV SPACED https://d.example
'process.env.CODE': JSON.stringify('https://e.example'),
"JSON": "https://f.example",
OWN: process.env.OWN ?? 'https://g.example',
# OLD: https://h.example
// OLD: 'https://i.example'
lower: https://j.example
OPEN: https://\${HOST}/k
PART: https://l.example\${PATH}
DB: postgres://m.example`;
    expect(list(text)).toEqual([
      '2 LIST=https://a.example/',
      '3 MAP=https://b.example:8443/x',
      '4 DEFAULT=https://c.example',
      '5 SPACED=https://d.example',
      '6 CODE=https://e.example',
      '7 JSON=https://f.example',
      '8 OWN=https://g.example',
    ]);
  });

  it('leaves out a name that two services have with two hosts, and what a test runner is given', () => {
    expect(
      list('URL: https://a.example\nURL: https://b.example\nAPI: https://a.example\nAPI: https://a.example/x'),
    ).toEqual(['3 API=https://a.example', '4 API=https://a.example/x']);
    const settings =
      "define: { 'process.env.URL': '\"https://a.example\"' }, test: { env: { API: 'https://b.example' } }";
    expect(list(settings, 'vite.config.ts')).toEqual(['1 URL=https://a.example']);
  });
});
