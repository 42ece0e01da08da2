import { describe, expect, test } from 'vitest';
import { parseBaseUrl } from '../../src/config/base-url.ts';

function parse(text: string) {
  return parseBaseUrl(text, '/v1');
}

describe('accepted', () => {
  test.each([
    ['https://api.voice.example', 'https://api.voice.example'],
    ['HTTPS://API.Voice.Example/', 'https://api.voice.example'],
    ['https://api.voice.example:443', 'https://api.voice.example'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['https://gw.example/voice/', 'https://gw.example/voice'],
    ['env:VOICE_API_URL', 'env:VOICE_API_URL'],
  ])('%s is %s', (text, base) => expect(parse(text)).toEqual({ ok: true, base, notice: null }));

  test.each([
    ['https://api.voice.example/v1', 'https://api.voice.example'],
    ['https://api.voice.example/v1/', 'https://api.voice.example'],
    ['https://gw.example/voice/v1', 'https://gw.example/voice'],
  ])('%s loses its version, and says so', (text, base) => {
    const result = parse(text);
    expect(result).toMatchObject({ ok: true, base });
    expect(result.ok && result.notice).toContain(`is read as "${base}"`);
  });
});

describe('refused', () => {
  test.each([
    ['api.voice.example', 'Did you mean "https://api.voice.example"?'],
    ['VOICE_API_URL', 'Did you mean "env:VOICE_API_URL"?'],
    ['$VOICE_API_URL', 'Did you mean "env:VOICE_API_URL"?'],
    ['process.env.VOICE_API_URL', 'Did you mean "env:VOICE_API_URL"?'],
    ['env:process.env.VOICE_API_URL', 'Did you mean "env:VOICE_API_URL"?'],
    ['env:', 'is not env:NAME'],
    ['env:VOICE-URL', 'is not env:NAME'],
    ['wss://api.voice.example', 'is not http or https'],
    ['https://api.voice.example?x=1', 'has a query or fragment'],
    ['https://api.voice.example/#x', 'has a query or fragment'],
    ['https://api.voice.example/v1/agents', 'write "https://api.voice.example"'],
    ['https://a.example,https://b.example', '"a.example,https" is not the name of one host'],
    ['https://*.voice.example', 'is not the name of one host'],
    ['', 'is neither a URL nor env:NAME'],
    ['https://', 'is neither a URL nor env:NAME'],
  ])('%s: %s', (text, problem) => {
    const result = parse(text);
    expect(result.ok ? '' : result.problem).toContain(problem);
  });

  test.each([
    ['https://api.voice.example?key=s3cr3t', '"https://api.voice.example?***" has a query'],
    ['https://api.voice.example/#s3cr3t', '"https://api.voice.example/#***" has a query'],
    ['https://key_1:s3cr3t@', '"https://***@" is neither'],
    ['key_1:s3cr3t@api.voice.example', '"***@api.voice.example" is neither'],
    ['key_1:s3cr3t', '"key_1:***" is neither'],
    ['ftp://api.voice.example?key=s3cr3t', '"ftp://api.voice.example?***" is not http'],
    ['env:https://api.voice.example?key=s3cr3t', '"env:https://api.voice.example?***" is not env:NAME'],
    ['localhost:3000', '"localhost:3000" is neither'],
  ])('a key in it is not repeated: %s', (text, problem) => {
    const result = parse(text);
    expect(result.ok ? '' : result.problem).toContain(problem);
    expect(result.ok ? '' : result.problem).not.toContain('s3cr3t');
  });

  test('credentials are not repeated', () => {
    const result = parse('https://key_1:s3cr3t@api.voice.example');
    expect(result.ok ? '' : result.problem).toBe('The URL holds a user name or password; leave it out.');
  });
});
