import { afterEach, describe, expect, test } from 'vitest';
import { probe as command } from '../../src/cli/commands/probe.ts';
import { probe } from '../../src/probe/probe.ts';
import { createRedactor } from '../../src/probe/redact.ts';
import { renderAnnotations } from '../../src/probe/render-annotations.ts';
import { renderGitlab } from '../../src/probe/render-gitlab.ts';
import { renderHtml } from '../../src/probe/render-html.ts';
import { renderJson } from '../../src/probe/render-json.ts';
import { renderJunit } from '../../src/probe/render-junit.ts';
import { renderMarkdown } from '../../src/probe/render-markdown.ts';
import { renderRdjson } from '../../src/probe/render-rdjson.ts';
import { renderSarif } from '../../src/probe/render-sarif.ts';
import { renderTable } from '../../src/probe/render-table.ts';
import { KEY, QUICK } from './fake-platform.ts';
import { type RawServer, respondWith, startRawServer } from './raw-server.ts';

const SECRET = KEY.slice(KEY.indexOf(':') + 1);

/** The key as servers and tools write it. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  percent: encodeURIComponent,
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  form: (text) => new URLSearchParams({ k: text }).toString().slice(2),
  json: (text) => JSON.stringify(text).slice(1, -1),
  'json slashes': (text) => text.replaceAll('/', '\\/'),
  html: (text) => text.replaceAll('&', '&amp;').replaceAll('/', '/'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'upper hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in the middle': (text) => Buffer.from(`Bearer ${text}!`).toString('base64'),
  'other case': (text) => text.toUpperCase(),
  reversed: (text) => [...text].reverse().join(''),
  'escaped as unicode': (text) => [...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'cut short': (text) => text.slice(0, -4),
};

describe('the second net', () => {
  test.each(Object.entries(SPELLINGS))('hides the key and its secret spelled as %s', (_name, spell) => {
    const redact = createRedactor([KEY, SECRET]);
    for (const secret of [KEY, SECRET]) {
      const shown = redact(`before ${spell(secret)} after`);
      expect(shown).toContain('[key]');
      expect(shown.length).toBeLessThan(40);
    }
  });

  test('leaves other text alone', () => {
    const text = 'GET /v1/agents/{id} is confirmed: answers as documented (200) src/api/agents.ts:12';
    expect(createRedactor([KEY, SECRET])(text)).toBe(text);
  });
});

let server: RawServer | undefined;
afterEach(async () => {
  await server?.close();
});

interface Shown {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

async function run(args: readonly string[]): Promise<Shown> {
  const out: string[] = [];
  const err: string[] = [];
  const exitCode = await command.execute(args, {
    cwd: '/tmp',
    env: { V1_MIGRATE_KEY: KEY },
    stdout: { isTTY: true, write: (text) => void out.push(text) },
    stderr: { isTTY: true, write: (text) => void err.push(text) },
    ask: null,
    now: new Date('2026-11-20T12:00:00Z'),
    createToken: () => 'ab'.repeat(16),
    signal: new AbortController().signal,
  });
  return { stdout: out.join(''), stderr: err.join(''), exitCode };
}

function expectNoKey({ stdout, stderr }: Shown): void {
  const text = `${stdout}\n${stderr}`;
  for (const [name, spell] of Object.entries(SPELLINGS)) {
    if (name === 'base64 in the middle') continue;
    for (const secret of [KEY, SECRET]) expect(text.toLowerCase(), name).not.toContain(spell(secret).toLowerCase());
  }
  expect(text).not.toContain(Buffer.from(`xx${SECRET}`).toString('base64').slice(8, 30));
}

/** A platform that puts the key wherever a response can hold something. */
function respondWithKey(spell: (text: string) => string, status: number) {
  return (text: string): Parameters<typeof respondWith> => {
    const leak = spell(KEY);
    const header = leak.replace(/[^\x21-\x7e]/g, '');
    const member = leak.slice(0, 60);
    const body = text.includes('"agents"')
      ? JSON.stringify({ agents: [{ id: leak, [member]: leak }], [member]: { [leak]: [leak] } })
      : JSON.stringify({ message: leak, error: leak, [leak]: leak });
    return [
      status,
      body,
      { location: `https://${encodeURIComponent(leak)}.evil.example/${header}`, 'x-echo': header, link: header },
    ];
  };
}

async function startLeak(spell: (text: string) => string): Promise<string> {
  let count = 0;
  server = await startRawServer((socket, { path, head }) => {
    count += 1;
    const hasKey = /^authorization:/im.test(head);
    const isList = /\/agents$/.test(path);
    const status = !hasKey ? 401 : isList ? 200 : ([404, 302, 403, 200][count % 4] ?? 404);
    respondWith(...respondWithKey(spell, status)(isList ? '"agents"' : ''))(socket);
  });
  return `http://127.0.0.1:${server.port}`;
}

describe('a key that comes back', () => {
  test.each(Object.entries(SPELLINGS))('as %s: no format shows it', async (_name, spell) => {
    const baseUrl = await startLeak(spell);
    const result = await probe({ baseUrl, key: KEY, timing: { ...QUICK, request: 2_000 }, legacy: true });
    const paint = (_style: string, text: string): string => text;
    const clean = (text: string): string => text;
    const texts = [
      renderTable(result, { paint, clean, verbosity: 'verbose' }),
      renderJson(result),
      renderMarkdown(result),
      renderJunit(result),
      renderAnnotations(result, ''),
      renderHtml(result),
      renderSarif(result, '', '1.0.0'),
      renderRdjson(result, ''),
    ];
    // Its list is short: nothing was refuted in a place of the code.
    expectNoKey({ stdout: renderGitlab(result, ''), stderr: '', exitCode: 0 });
    for (const stdout of texts) {
      expect(stdout.length).toBeGreaterThan(50);
      expectNoKey({ stdout, stderr: '', exitCode: 0 });
    }
  });

  test('on the command line: stdout, stderr and progress', async () => {
    const spellings = Object.values(SPELLINGS);
    let count = 0;
    const baseUrl = await startLeak((text) => {
      count += 1;
      return spellings[count % spellings.length]?.(text) ?? text;
    });
    const shown = await run(['--base-url', baseUrl, '--verbose', '--legacy', '--budget', '2']);
    expect(shown.stdout).toContain('/v1/agents');
    expect(shown.stderr).toContain('asking');
    expectNoKey(shown);
  });
});

describe('mistakes', () => {
  test.each([
    [['--base-url', `https://${SECRET.replace(/\W/g, '')}:x@voice.example`]],
    [['--base-url', 'https://voice.example', '--budget', 'x']],
    [['--base-url', 'https://voice.example', '--key-env', 'NOT_SET']],
    [['--base-url', 'https://voice.example', '--key-file', '/no/such']],
  ])('%j is a usage error that shows no key', async (args) => {
    const failed = run(args);
    await expect(failed).rejects.toThrow();
    await failed.catch((error: Error) =>
      expectNoKey({ stdout: error.message, stderr: String(error.stack), exitCode: 2 }),
    );
  });
});
