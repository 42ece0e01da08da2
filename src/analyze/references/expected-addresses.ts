import type { UrlPattern } from '../../model/analysis.ts';
import { append } from '../../model/append.ts';
import type { Span } from '../../model/location.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getSourceOffset, type Seam } from '../../model/url-value.ts';
import { type CallNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { EQUALITY } from '../callers/assertion-forms.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/module.ts';
import { flatten } from '../texts/flat-texts.ts';
import { listTexts } from '../texts/texts.ts';
import type { TextAtom, TextValue } from '../values/values.ts';
import { readExpectation } from './expected-pathnames.ts';

/**
 * `expect(client.url('calls')).toBe('http://localhost:9/calls')`: the address that a test expects of what the program puts together on
 * a base of the test's own. It changes with the text of its path, and only with that, whomever the base stands for.
 */

const ADDRESS = /^https?:\/\//;
const MADE = /^(?:Identifier|MemberExpression|CallExpression|AwaitExpression)$/;
const PLAIN_PATH = /^\/?[\w.-]+(?:\/[\w.-]+)*\/?/;

interface Source {
  /** Where the path begins in the whole address. */
  readonly offset: number;
  readonly span: Span & { readonly seams: readonly Seam[] };
}

function isWritten(atom: TextAtom): atom is TextAtom & { readonly origin: NonNullable<TextAtom['origin']> } {
  return atom.origin !== null;
}

/** The text that begins with a word of the catalogue, with or without a slash in front. */
function findSource({ words }: Evaluator, { atoms }: TextValue): Source | null {
  let offset = 0;
  for (const atom of atoms) {
    if (atom.kind !== 'text') return null;
    const [, slash = '', word = ''] = /^(\/?)([\w-]+)(?=[/?#]|$)/.exec(atom.text) ?? [];
    if (offset > 0 && words.has(word) && isWritten(atom)) {
      const { file, start, end } = atom.origin;
      const seams = atoms.flatMap((one) => one.seams ?? []);
      return { offset: slash === '' ? offset - 1 : offset, span: { file, start, end, seams } };
    }
    offset += atom.text.length;
  }
  return null;
}

interface ExpectedPath extends Span {
  readonly text: string;
}

interface Pair {
  readonly expected: ExpectedPath;
  readonly source: Source['span'];
}

function contains({ start, end }: Span, inner: Span): boolean {
  return start <= inner.start && inner.start <= end;
}

/** Where the expected text holds the path, from this character on. */
function findExpected({ atoms }: TextValue, offset: number): ExpectedPath | null {
  let position = 0;
  for (const atom of atoms) {
    if (atom.kind !== 'text') return null;
    // Where the slash stands at the end of the base, the path begins behind it.
    const from = Math.max(0, offset - position);
    position += atom.text.length;
    if (from >= atom.text.length || atom.text.slice(from) === '/') continue;
    const [text] = PLAIN_PATH.exec(atom.text.slice(from)) ?? [];
    if (text === undefined || !isWritten(atom)) return null;
    const start = getSourceOffset(atom.origin, from);
    return { file: atom.origin.file, start, end: start + text.length, text };
  }
  return null;
}

function listAddresses(evaluator: Evaluator, node: SyntaxNode, module: Module): readonly TextValue[] {
  evaluator.ask();
  const texts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
  return texts.filter(({ atoms }) => ADDRESS.test(flatten(atoms)));
}

/** What one assertion expects: the path in it, and the text of which the program makes it. */
function listPairs(evaluator: Evaluator, call: CallNode, module: Module): readonly Pair[] {
  const expectation = readExpectation(call, module);
  const [given] = expectation?.given ?? [];
  if (expectation === null || given === undefined || !EQUALITY.test(expectation.name)) return [];
  const subject = unwrap(expectation.subject);
  const made = MADE.test(subject.type) ? listAddresses(evaluator, subject, module) : [];
  if (made.length === 0) return [];
  return listAddresses(evaluator, unwrap(given), module).flatMap((text) =>
    made
      .filter(({ atoms }) => flatten(atoms) === flatten(text.atoms))
      .flatMap((same): readonly Pair[] => {
        const source = findSource(evaluator, same);
        const expected = source === null ? null : findExpected(text, source.offset);
        if (source === null || expected === null || expected.file !== module.path) return [];
        // A helper of the test may have made both of one text.
        const isSame = source.span.file === expected.file && contains(source.span, expected);
        return isSame ? [] : [{ expected, source: source.span }];
      }),
  );
}

/** Each place of an expected path with all texts of which the program makes it. */
export function findExpectedAddresses(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  if (!isTestFile(module.path) || !/https?:\/\//.test(module.text)) return [];
  const pairs = module.scripts.flatMap(({ calls }) => calls.flatMap((call) => listPairs(evaluator, call, module)));
  const byPlace = new Map<number, Pair[]>();
  for (const pair of pairs) append(byPlace, pair.expected.start, pair);
  return [...byPlace.values()].flatMap((same): readonly UrlPattern[] => {
    const [first] = same;
    if (first === undefined) return [];
    const { start, end, text } = first.expected;
    return [
      {
        expression: getRegion(module, start, end),
        text: text.startsWith('/') ? text : `/${text}`,
        isPath: true,
        isAddress: true,
        follows: same.map(({ source }) => source),
      },
    ];
  });
}
