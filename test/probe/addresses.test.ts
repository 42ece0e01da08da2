import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { buildUrl, isLinkLocal, isPlainSegment, parseAddress } from '../../src/probe/address.ts';
import { ApiKey } from '../../src/probe/api-key.ts';
import { probe } from '../../src/probe/probe.ts';
import { findProxy, isExcluded } from '../../src/probe/proxy.ts';
import { parseRetryAfter } from '../../src/probe/retry-after.ts';
import { KEY } from './fake-platform.ts';

describe('addresses', () => {
  test.each([
    ['https://api.voice.example', 'https://api.voice.example', ''],
    ['https://API.voice.example:443/', 'https://api.voice.example', ''],
    ['https://api.voice.example/v1', 'https://api.voice.example', ''],
    ['https://api.voice.example/voice/v1/', 'https://api.voice.example/voice', '/voice'],
    ['http://localhost:3000', 'http://localhost:3000', ''],
    ['http://127.0.0.1:3000/x/', 'http://127.0.0.1:3000/x', '/x'],
    ['http://[::1]:3000', 'http://[::1]:3000', ''],
    ['http://2130706433:3000', 'http://127.0.0.1:3000', ''],
  ])('%s is %s', (text, base, prefix) => {
    expect(parseAddress(text, '/v1')).toMatchObject({ base, prefix });
  });

  test.each([
    'http://api.voice.example',
    'http://192.168.0.2',
    'https://user:secret@api.voice.example',
    'https://api.voice.example?key=1',
    'https://api.voice.example#x',
    'https://api.voice.example.',
    'ftp://api.voice.example',
    'api.voice.example',
    'env:VOICE_URL',
    'https://169.254.169.254',
    'https://[fe80::1]',
    'https://[::ffff:169.254.169.254]',
    'https://0xa9fea9fe',
    'javascript:alert(1)',
    '',
  ])('%j is refused, without being repeated', (text) => {
    expect(() => parseAddress(text, '/v1')).toThrow(/^The address of the platform/);
    expect(() => parseAddress(text, '/v1')).not.toThrow(/secret/);
  });

  test('a path behind the version is no base', () => {
    expect(() => parseAddress('https://api.voice.example/v1/extra', '/v1')).toThrow('goes on behind /v1');
    expect(parseAddress('https://api.voice.example//v1', '/v1').base).toBe('https://api.voice.example');
  });

  test('link-local in every notation', () => {
    for (const host of ['169.254.1.1', 'fe80::1', '[febf::1]', '::ffff:169.254.1.1', 'fd00:ec2::254']) {
      expect(isLinkLocal(host), host).toBe(true);
    }
    for (const host of ['10.0.0.1', '2001:db8::1', 'voice.example', '1.169.254.1'])
      expect(isLinkLocal(host)).toBe(false);
  });

  test('a path below a prefix keeps it, and a query is encoded', () => {
    const address = parseAddress('https://api.voice.example/voice', '/v1');
    expect(buildUrl(address, '/v1/calls', { page: '1' }).href).toBe('https://api.voice.example/voice/v1/calls?page=1');
    for (const path of ['/v1/../x', '/v1/a b', '//evil.example', '/v1\\x'])
      expect(() => buildUrl(address, path)).toThrow();
  });

  test('ids that are one plain segment', () => {
    for (const id of ['ag_1', '0f8f', 'a.b', 'a:b', '5']) expect(isPlainSegment(id), id).toBe(true);
    for (const id of ['..', '.', '', 'a/b', 'a%2fb', 'ä', 'a b', 'x'.repeat(200)])
      expect(isPlainSegment(id), id).toBe(false);
  });
});

describe('keys', () => {
  test.each([
    '',
    '   ',
    'only-an-id',
    ':secret',
    'id:',
    'id with blank:x',
    'id:sec ret',
    'id:s\u00e4cret',
    'id:a\r\nx-evil: 1',
    'ïd:x',
  ])('%j is refused before anything is sent, and not repeated', async (key) => {
    const refused = probe({ baseUrl: 'http://127.0.0.1:9', key });
    await expect(refused).rejects.toThrow(/^The key/);
    await expect(refused).rejects.not.toThrow(/evil|sec ret/);
  });

  test.each([
    ['kid_1', 'it has no colon'],
    ['Bearer kid_1:s3cr3t', 'it begins with Bearer'],
    [':s3cr3t', 'nothing stands in front of the colon'],
    ['kid_1:', 'nothing stands behind the colon'],
    ['kid_1:s3 cr3t', 'it holds a character that no key has'],
  ])('%j is none, and the message says why without repeating it', (text, why) => {
    expect(() => ApiKey.parse(text)).toThrow(why);
    expect(() => ApiKey.parse(text)).not.toThrow(/s3|kid_1/);
  });

  test('shows itself nowhere', () => {
    const key = ApiKey.parse(`${KEY}\n`);
    const shown = [
      String(key),
      JSON.stringify({ key }),
      inspect(key),
      inspect({ key }, { showHidden: true }),
      `${key}`,
    ];
    for (const text of shown) expect(text).not.toContain('s3cr3t');
    expect(key.toHeader()).toBe(`Bearer ${KEY}`);
  });

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 is refused, except on loopback', async () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    await expect(probe({ baseUrl: 'https://api.voice.example', key: KEY, env })).rejects.toThrow(
      'NODE_TLS_REJECT_UNAUTHORIZED',
    );
    const result = await probe({ baseUrl: 'http://127.0.0.1:9', key: KEY, env, timing: { retry: 0 } });
    expect(result.stopped).toBe('connect');
  });
});

describe('proxies', () => {
  const remote = parseAddress('https://api.voice.example', '/v1');
  const local = parseAddress('http://127.0.0.1:4010', '/v1');

  test.each([
    [remote, {}, null],
    [remote, { HTTPS_PROXY: 'http://proxy.example:8080' }, 'proxy.example:8080'],
    [remote, { https_proxy: 'proxy.example:8080' }, 'proxy.example:8080'],
    [remote, { HTTP_PROXY: 'http://proxy.example:8080' }, 'proxy.example:8080'],
    [remote, { HTTPS_PROXY: '', HTTP_PROXY: 'http://proxy.example' }, null],
    [remote, { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: '*' }, null],
    [remote, { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'voice.example' }, null],
    [remote, { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'other.example' }, 'proxy.example'],
    [remote, { ALL_PROXY: 'http://proxy.example' }, null],
    [local, { HTTP_PROXY: 'http://proxy.example' }, null],
    [local, { HTTP_PROXY: 'http://127.0.0.1:3128' }, '127.0.0.1:3128'],
  ])('%j with %j: %s', (address, env, host) => {
    expect(findProxy(address, env)?.host ?? null).toBe(host);
  });

  test('NO_PROXY: domains, ports', () => {
    const url = new URL('https://api.voice.example:8443');
    expect(isExcluded('.voice.example', url)).toBe(true);
    expect(isExcluded('*.voice.example', url)).toBe(true);
    expect(isExcluded('api.voice.example:8443', url)).toBe(true);
    expect(isExcluded('api.voice.example:443', url)).toBe(false);
    expect(isExcluded('ice.example', url)).toBe(false);
    expect(isExcluded('a,*', url)).toBe(false);
  });

  test('a proxy that is no URL is a mistake of the user', () => {
    expect(() => findProxy(remote, { HTTPS_PROXY: 'socks5://x' })).toThrow(/proxy/);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  test.each([
    ['5', 5_000],
    ['Fri, 20 Nov 2026 12:00:03 GMT', 3_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 2_000],
    ['soon', 2_000],
    ['-1', 2_000],
    [undefined, 2_000],
    ['1e9', 2_000],
    ['31', null],
    ['1000000000', null],
  ])('%s: %s', (value, wait) => {
    expect(parseRetryAfter(value, now)).toBe(wait);
  });
});
