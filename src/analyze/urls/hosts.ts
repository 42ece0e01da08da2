import type { TextValue } from '../values/values.ts';

/** Do two addresses name different hosts, as far as they are known? */

const HOLE = '\0';

/** The host of an address, with its port; where it begins with something open, how it ends: `.voice.example` of `https://${region}.voice.example`. */
export interface Host {
  readonly name: string;
  readonly isWhole: boolean;
}

/** Null for what is no address, or a sentence that begins with one. */
export function readHost({ atoms }: TextValue): Host | null {
  const text = atoms.map((atom) => (atom.kind === 'text' ? atom.text : HOLE)).join('');
  // What is open behind the host is the path: `https://api.voice.example${path}`.
  const host = /^(?:[a-z][\w+.-]*:)?\/\/([^/?#\s]+?)\0*(?:[/?#]\S*)?$/i.exec(text)?.[1]?.toLowerCase();
  if (host === undefined) return null;
  const open = host.lastIndexOf(HOLE);
  return { name: host.slice(open + 1), isWhole: open === -1 };
}

function mayBeSame(one: Host, other: Host): boolean {
  if (one.isWhole && other.isWhole) return one.name === other.name;
  return one.name.endsWith(other.name) || other.name.endsWith(one.name);
}

/** `.voice.example` is some other host beside `api.crm.example`; what ends in a single word may be any. */
export function isOtherHost(host: Host, known: readonly Host[]): boolean {
  return (host.isWhole || /[^.]\.[^.]/.test(host.name)) && !known.some((other) => mayBeSame(host, other));
}
