import type * as t from '@babel/types';
import { unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { getTextHead } from '../texts/texts.ts';
import type { TextValue, Value } from '../values/values.ts';

/** Questions to a text of which only the beginning or the end may be known. */

/** What is known of the characters at one end of a text. */
interface Known {
  readonly text: string;
  readonly isWhole: boolean;
}

export function readHead(text: TextValue): Known {
  return { text: getTextHead(text), isWhole: text.atoms.every(({ kind }) => kind === 'text') };
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

/** `${process.env.API_URL}/agents`: an address that a path is put behind has no query. */
function readBehindBase({ atoms, ...text }: TextValue, head: Known): Known {
  const [base, path, ...others] = atoms;
  return base?.kind === 'env' && path?.kind === 'text' && path.text.startsWith('/')
    ? readHead({ ...text, atoms: [path, ...others] })
    : head;
}

/** Has what begins as a path an address further on? Only a query can. */
function isBehindPath({ text }: Known, asked: string): boolean {
  return /^https?:\/\/[^/]/.test(asked) && /^[/\w]/.test(text) && !text.includes('?') && !/^h(?:t|$)/i.test(text);
}

export function askText(text: TextValue, question: string, asked: string): boolean | null {
  const head = readHead(text);
  switch (question) {
    case 'startsWith':
      return BEGINS_ADDRESSES.test(asked) && beginsWithBase(text) ? true : decideStart(head, asked);
    case 'endsWith':
      return asked === '/' && endsWithSegment(text) ? false : decideEnd(readTail(text), asked);
    case 'includes': {
      const known = asked === '?' ? readBehindBase(text, head) : head;
      if (known.text.includes(asked)) return true;
      return known.isWhole || isBehindPath(known, asked) ? false : null;
    }
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

/** Does a text begin as a path from the root, or with a word? Null where that is not known. */
function nameStart(text: TextValue): 'root' | 'word' | null {
  const { text: head } = readHead(text);
  return head.startsWith('/') ? 'root' : /^\w/.test(head) ? 'word' : null;
}

/** `'agents'.startsWith(prefix)`, where that is `/api/…`: no edit gives a relative path a slash, or takes one away. */
export function beginUnlike(texts: readonly TextValue[], prefixes: readonly TextValue[] | null): boolean {
  const starts = new Set(texts.map(nameStart));
  const others = new Set((prefixes ?? []).map(nameStart));
  return (
    starts.size === 1 &&
    others.size === 1 &&
    starts.has('word') !== others.has('word') &&
    !starts.has(null) &&
    !others.has(null)
  );
}

/** Stands for the address that a variable of the environment holds. */
const OPEN_ADDRESS = 'https://\0';

/** `process.env.API_URL ?? 'https://…'`: the addresses that a value can be; null where it can be something else. */
export function listAddresses(options: readonly Value[]): readonly string[] | null {
  const known = options.flatMap((option) => {
    const head = option.type === 'text' ? readHead(option) : null;
    return head?.isWhole === true && /^https?:\/\/[^/]/.test(head.text) ? [head.text] : [];
  });
  const open = options
    .filter((option) => option.type === 'text' && option.atoms[0]?.kind === 'env')
    .map(() => OPEN_ADDRESS);
  return known.length > 0 && known.length + open.length === options.length ? [...known, ...open] : null;
}

/** Does an address begin with that? */
const BEGINS_ADDRESSES = /^https?(?::\/{0,2})?$/;

/** `${process.env.API_URL}/calls` begins with a base: nobody puts a path behind a relative one and asks for a scheme then. */
function beginsWithBase({ atoms: [first, second] }: TextValue): boolean {
  return first?.kind === 'env' && second?.kind === 'text' && second.text.startsWith('/');
}

/**
 * The texts that a question is put to about how they begin, or whether they end in a slash: beside the address that stands
 * in for a variable, the variable holds an address, too, and both are a base with the slash and without it.
 */
export function listAsked(texts: readonly TextValue[]): readonly TextValue[] {
  const isOpen = ({ atoms: [first] }: TextValue): boolean => first?.kind === 'env';
  const others = texts.filter((text) => !isOpen(text));
  return others.length > 0 && others.every((text) => /^https?:\/\//.test(getTextHead(text))) ? others : texts;
}

function readNumber(node: SyntaxNode): number | null {
  const side = unwrap(node);
  if (side.type === 'NumericLiteral') return side.value;
  const isNegative =
    side.type === 'UnaryExpression' && side.operator === '-' && side.argument.type === 'NumericLiteral';
  return isNegative && side.argument.type === 'NumericLiteral' ? -side.argument.value : null;
}

/** What `text.indexOf(piece) === -1` asks, and with which answer it holds. */
export function readIndexQuestion({
  operator,
  right,
}: t.BinaryExpression): { readonly question: 'startsWith' | 'includes'; readonly answer: boolean } | null {
  const compared = `${operator} ${readNumber(right)}`;
  if (/^[=!]==? 0$/.test(compared)) return { question: 'startsWith', answer: operator.startsWith('=') };
  if (/^(?:!==? -1|> -1|>= 0)$/.test(compared)) return { question: 'includes', answer: true };
  return /^(?:={2,3} -1|<= -1|< 0)$/.test(compared) ? { question: 'includes', answer: false } : null;
}
