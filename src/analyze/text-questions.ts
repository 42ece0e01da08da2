import type { TextValue } from './values.ts';

/** Questions to a text of which only the beginning or the end may be known. */

/** What is known of the characters at one end of a text. */
export interface Known {
  readonly text: string;
  readonly isWhole: boolean;
}

export function readHead(text: TextValue): Known {
  const stop = text.atoms.findIndex((atom) => atom.kind !== 'text');
  const atoms = stop === -1 ? text.atoms : text.atoms.slice(0, stop);
  return { text: atoms.map((atom) => (atom.kind === 'text' ? atom.text : '')).join(''), isWhole: stop === -1 };
}

function readTail(text: TextValue): Known {
  const stop = text.atoms.findLastIndex((atom) => atom.kind !== 'text');
  const atoms = text.atoms.slice(stop + 1);
  return { text: atoms.map((atom) => (atom.kind === 'text' ? atom.text : '')).join(''), isWhole: stop === -1 };
}

function decideStart({ text, isWhole }: Known, asked: string): boolean | null {
  if (text.startsWith(asked)) return true;
  return isWhole || !asked.startsWith(text) ? false : null;
}

function decideEnd({ text, isWhole }: Known, asked: string): boolean | null {
  if (text.endsWith(asked)) return true;
  return isWhole || !asked.endsWith(text) ? false : null;
}

/** `/calls/${id}`: an id has no slash at its end. */
function endsWithSegment({ atoms }: TextValue): boolean {
  const [before, last] = atoms.slice(-2);
  return last?.kind === 'hole' && before?.kind === 'text' && before.text.endsWith('/');
}

export function askText(text: TextValue, question: string, asked: string): boolean | null {
  const head = readHead(text);
  switch (question) {
    case 'startsWith':
      return decideStart(head, asked);
    case 'endsWith':
      return asked === '/' && endsWithSegment(text) ? false : decideEnd(readTail(text), asked);
    case 'includes':
      return head.text.includes(asked) ? true : head.isWhole ? false : null;
    case 'equals':
      return head.isWhole
        ? head.text === asked
        : decideStart(head, asked.slice(0, head.text.length)) === false
          ? false
          : null;
    default:
      return null;
  }
}
