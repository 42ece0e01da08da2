import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileTexts } from '../../src/discover/file-texts.ts';
import { compileLeapSearch } from '../../src/discover/leap-search.ts';
import { toPatterns } from '../../src/discover/search-patterns.ts';
import { type ByteSearch, compileSearch } from '../../src/discover/word-search.ts';

const WORDS = ['calls', 'agents', 'agents2', 'batch-calls'];
const TEXTS = ['api.voice.example', 'VOICE_API_URL'];
const matters = compileSearch(WORDS, TEXTS);

/** As a file is read: behind it lies what is left of a longer one. */
function load(text: string, rest = "/calls 'agents' api.voice.example"): Uint8Array {
  const length = fileTexts.buffer.write(text);
  fileTexts.buffer.write(rest, length);
  return fileTexts.buffer.subarray(0, length);
}

/** What both ways to search say; they must not differ. */
function findWith(search: ByteSearch, text: string): boolean {
  const [inFile, elsewhere] = [search(load(text)), search(Buffer.from(text))];
  expect(inFile).toBe(elsewhere);
  return inFile;
}

const find = (text: string) => findWith(matters, text);

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
    expect(findWith(compileSearch([], []), '/calls')).toBe(false);
    expect(findWith(compileSearch([''], ['x']), "'/' x")).toBe(false);
    expect(find('')).toBe(false);
  });

  it('takes words of one letter and words beyond ASCII', () => {
    expect(findWith(compileSearch(['v', 'appels-reçus'], []), '/v')).toBe(true);
    expect(findWith(compileSearch(['appels-reçus'], []), '`/appels-reçus/1`')).toBe(true);
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

  it('searches texts of any length, also at the end of the buffer, and one after the other', () => {
    const other = compileSearch(['voices'], []);
    for (let length = 0; length < 70; length += 1) {
      const text = `${' '.repeat(length)}/calls`;
      expect([find(text), findWith(other, text), find(text.slice(0, -1))]).toEqual([true, false, false]);
    }
    const end = fileTexts.buffer.subarray(-6);
    end.write('/calls');
    expect([matters(end), other(end)]).toEqual([true, false]);
    end.write("'call'");
    expect(matters(end)).toBe(false);
  });

  it('finds the same with and without vectors, whatever the words are', () => {
    expect(fileTexts.holds(fileTexts.buffer)).toBe(true);
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', 'é', '/'), maxLength: 6 });
    const words = fc.array(word, { maxLength: 20 });
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'B', '-', 'é', '/', "'", ' ', '\\x2f'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(words, fc.array(word, { maxLength: 4 }), text, (segments, texts, content) => {
        const patterns = toPatterns(segments, texts);
        const search = compileSearch(segments, texts);
        const expected = patterns.length > 0 && compileLeapSearch(patterns)(Buffer.from(content));
        expect(search(load(content))).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });
});
