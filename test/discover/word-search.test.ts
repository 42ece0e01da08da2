import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSearch } from '../../src/discover/word-search.ts';

const WORDS = ['calls', 'agents', 'agents2', 'batch-calls'];
const TEXTS = ['api.voice.example', 'VOICE_API_URL'];
const matters = compileSearch(WORDS, TEXTS);
const find = (text: string) => matters(Buffer.from(text));

describe('compileSearch', () => {
  it.each([
    ['behind a slash', 'fetch(`${BASE}/calls/${id}`)'],
    ['as a single-quoted literal', "join('calls', id)"],
    ['as a double-quoted literal', 'post("calls")'],
    ['as a template', 'get(`calls`)'],
    ['behind a hole', 'get(`${base}calls?page=1`)'],
    ['behind an escaped slash', String.raw`get('\x2Fcalls')`],
    ['behind an escaped slash in lower case', String.raw`get('\x2fcalls')`],
    ['behind a unicode escape', String.raw`get('\u002Fcalls')`],
    ['behind a braced unicode escape', String.raw`get('\u{2F}calls')`],
    ['at the end of the file', '/calls'],
    ['at the start of the file', '/calls '],
    ['with a hyphen', '/batch-calls/1'],
    ['as the longer of two words', '/agents2'],
    ['behind a miss of the same word', 'phonecalls /callsign /calls'],
    ['before a hole', '`/calls${query}`'],
  ])('finds a word %s', (_, text) => expect(find(text)).toBe(true));

  it.each([
    ['inside another word', 'phonecalls()'],
    ['as an identifier', 'const calls = 1; calls.push(2)'],
    ['as the beginning of another word', '/callsign'],
    ['before a digit', '/agents3'],
    ['before a hyphen', '/calls-per-day'],
    ['before an underscore', '/calls_total'],
    ['before a letter that is not ASCII', '/callsé'],
    ['behind a plain F', 'Fcalls xFcalls 2Fcalls'],
    ['in another case', '/Calls'],
  ])('does not find a word %s', (_, text) => expect(find(text)).toBe(false));

  it('finds texts anywhere and in any case', () => {
    expect(find('xxAPI.Voice.Examplexx')).toBe(true);
    expect(find('process.env.VOICE_API_URL')).toBe(true);
    expect(find('api-voice-example')).toBe(false);
  });

  it('finds nothing when there is nothing to find', () => {
    expect(compileSearch([], [])(Buffer.from('/calls'))).toBe(false);
    expect(compileSearch([''], ['x'])(Buffer.from("'/' x"))).toBe(false);
    expect(matters(Buffer.alloc(0))).toBe(false);
  });

  it('takes words of one letter and words beyond ASCII', () => {
    expect(compileSearch(['v', 'appels-reçus'], [])(Buffer.from('/v'))).toBe(true);
    expect(compileSearch(['appels-reçus'], [])(Buffer.from('`/appels-reçus/1`'))).toBe(true);
  });

  it('agrees with a regular expression on any text', () => {
    const pattern =
      /(?:[/'"`}]|\\x2[Ff]|\\u002[Ff])(?:calls|agents2?|batch-calls)(?![\w-])|api\.voice\.example|voice_api_url/;
    const piece = fc.constantFrom(
      '/',
      "'",
      '}',
      'F',
      '\\x2',
      '\\u002',
      'calls',
      'call',
      'agents',
      '2',
      'batch-',
      '-',
      's',
      ' ',
      'api.',
      'voice',
      '.example',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(find(text)).toBe(pattern.test(text));
      }),
      { numRuns: 3000 },
    );
  });
});
