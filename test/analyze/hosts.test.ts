import { describe, expect, it } from 'vitest';
import { makeText } from '../../src/analyze/texts/texts.ts';
import { isOtherHost, readHost } from '../../src/analyze/urls/hosts.ts';
import type { Atom, TextValue } from '../../src/analyze/values/values.ts';

/** `\0` stands for what is not known. */
function write(text: string): TextValue {
  const [first = '', ...others] = text.split('\0');
  const known = (piece: string): readonly Atom[] => (piece === '' ? [] : makeText(piece).atoms);
  const hole = { kind: 'hole' } as Atom;
  return { ...makeText(''), atoms: [...known(first), ...others.flatMap((piece) => [hole, ...known(piece)])] };
}

describe('the host of an address', () => {
  it.each([
    ['https://api.voice.example', 'api.voice.example', true],
    ['https://API.voice.example:8443/base?x=1', 'api.voice.example:8443', true],
    ['//crm:4000/calls', 'crm:4000', true],
    ['https://\0.voice.example/calls', '.voice.example', false],
    ['https://cache.example\0', 'cache.example', true],
    ['https://\0', '', false],
  ])('%j', (text, name, isWhole) => {
    expect(readHost(write(text))).toEqual({ name, isWhole });
  });

  it.each(['/calls', 'https://status.example is down', 'api.voice.example'])('%j is no address', (text) => {
    expect(readHost(write(text))).toBeNull();
  });
});

describe('another host', () => {
  const isOther = (one: string, other: string): boolean => {
    const [host, known] = [one, other].map((text) => readHost(write(text)));
    return host != null && known != null && isOtherHost(host, [known]);
  };

  it.each([
    ['https://crm.example', 'https://api.voice.example'],
    ['https://voice.example', 'https://api.voice.example'],
    ['http://crm:4000', 'https://api.voice.example'],
    ['https://\0.crm.example', 'https://api.voice.example'],
  ])('%j beside %j', (one, other) => {
    expect(isOther(one, other)).toBe(true);
  });

  it.each([
    ['https://api.voice.example/v2', 'https://API.voice.example'],
    ['https://\0.voice.example', 'https://api.voice.example'],
    ['https://api.voice.example', 'https://\0.voice.example'],
    ['https://\0', 'https://api.voice.example'],
    ['https://\0/calls', 'https://api.voice.example'],
  ])('%j may be %j', (one, other) => {
    expect(isOther(one, other)).toBe(false);
  });
});
