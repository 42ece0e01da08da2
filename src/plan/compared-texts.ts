import type { Analysis } from '../model/analysis.ts';
import type { ComparedText, Comparison } from '../model/comparison.ts';
import type { FileEdit } from '../model/message.ts';
import { getSourceOffset, type TextPart } from '../model/url-value.ts';
import {
  answersAlike,
  compare,
  type Insertion,
  insert,
  listLiterals,
  type Spelling,
  spell,
} from './compared-spellings.ts';
import type { Use } from './uses.ts';

/**
 * `if (config.url === '/calls')` beside `client.get('/calls')`: where all that can be asked is known, both get the version, and each
 * question has the answer that it had. All of it together, or none.
 */

/** A compared text that gets its version. */
export interface ComparedEdit {
  readonly edit: FileEdit;
  /** Its literal. */
  readonly literal: number;
  /** Where the text ends of which the path begins there. */
  readonly end: number;
  /** The literals of the requests that are compared with it. */
  readonly movers: ReadonlySet<number>;
}

/** What becomes of a literal in this run. */
export type Fate = 'moves' | 'stays' | 'open';

interface Fates {
  readonly edits: ReadonlyMap<number, readonly FileEdit[]>;
  readonly findFate: (literal: number) => Fate;
}

interface Asked {
  readonly kind: 'same' | 'beginning';
  /** One for each that it can be when the edits are made. */
  readonly forms: readonly Spelling[];
  readonly movers: readonly number[];
}

const PATH = /^\/?(?!v\d)[a-z][\w-]*/i;

/** The spellings that a text can have; null where that cannot be told. */
function listForms(parts: Comparison['questions'][number]['asked'][number], fates: Fates): Asked['forms'] | null {
  const literals = [...new Set(listLiterals(parts))];
  const all = literals.map((literal) => ({ literal, fate: fates.findFate(literal) }));
  const getEdits = (literal: number) => fates.edits.get(literal) ?? [];
  const moved = all.filter(({ fate }) => fate === 'moves').flatMap(({ literal }) => getEdits(literal));
  const open = all.filter(({ fate }) => fate === 'open').flatMap(({ literal }) => getEdits(literal));
  const isUnknown = all.some(({ literal, fate }) => fate === 'open' && getEdits(literal).length === 0);
  const forms = [spell(parts, moved), ...(open.length > 0 ? [spell(parts, [...moved, ...open])] : [])];
  return isUnknown || forms.includes(null) ? null : forms.flatMap((form) => form ?? []);
}

function listAsked(comparison: Comparison, fates: Fates): readonly Asked[] | null {
  const all: Asked[] = [];
  for (const { kind, asked } of comparison.questions) {
    for (const parts of asked) {
      const forms = listForms(parts, fates);
      if (forms === null) return null;
      const movers = listLiterals(parts).filter((literal) => fates.findFate(literal) === 'moves');
      all.push({ kind, forms, movers });
    }
  }
  return all;
}

function readWhole({ parts }: ComparedText): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/** The one text of the source in which it stands. */
function findOwnText({ parts: [only, ...others] }: ComparedText): (TextPart & { origin: object }) | null {
  return only?.kind === 'text' && only.origin !== null && others.length === 0 ? { ...only, origin: only.origin } : null;
}

interface Choice {
  readonly text: string;
  readonly inserted: Insertion | null;
  readonly edit: ComparedEdit | null;
}

/** What the requests that it is compared with get, where it can get the same. */
function findInsertion(compared: string, asked: readonly Asked[]): Insertion | null {
  for (const { kind, forms, movers } of asked) {
    const [form] = forms;
    if (form === undefined || movers.length === 0 || form.inserted === null) continue;
    if (compare(kind, form, compared) === false) continue;
    if (PATH.test(compared.slice(form.inserted.index))) return form.inserted;
  }
  return null;
}

function isAlike(compared: string, inserted: Insertion | null, asked: readonly Asked[]): boolean {
  return asked.every(({ kind, forms }) => forms.every((form) => answersAlike(kind, form, compared, inserted)));
}

function makeEdit(own: TextPart, inserted: Insertion, compared: string, asked: readonly Asked[]): ComparedEdit | null {
  if (own.origin === null) return null;
  const { file, literal } = own.origin;
  const start = getSourceOffset(own.origin, inserted.index);
  const [path = ''] = PATH.exec(compared.slice(inserted.index)) ?? [];
  const meant = asked.filter(
    ({ kind, forms: [form] }) => form !== undefined && compare(kind, form, compared) !== false,
  );
  return {
    edit: { file, start, end: start, text: inserted.text },
    literal,
    end: getSourceOffset(own.origin, inserted.index + path.length),
    movers: new Set(meant.flatMap(({ movers }) => movers)),
  };
}

/** What becomes of a compared text; null where no answer to it would be the one that it was. */
function choose(
  text: ComparedText,
  asked: readonly Asked[],
  fates: Fates,
  canEdit: (edit: ComparedEdit) => boolean,
): Choice | null {
  const compared = readWhole(text);
  const literals = listLiterals(text.parts);
  if (literals.some((literal) => fates.edits.has(literal))) {
    // It is sent as well: what becomes of it is decided there.
    const [form, ...others] = listForms(text.parts, fates) ?? [];
    if (form === undefined || others.length > 0) return null;
    const { inserted } = form;
    if (!isAlike(compared, inserted, asked)) return null;
    return { text: inserted === null ? compared : insert(inserted, compared), inserted, edit: null };
  }
  if (isAlike(compared, null, asked)) return { text: compared, inserted: null, edit: null };
  const own = findOwnText(text);
  const inserted = text.isFree && own !== null ? findInsertion(compared, asked) : null;
  if (inserted === null || own === null || !isAlike(compared, inserted, asked)) return null;
  const edit = makeEdit(own, inserted, compared, asked);
  return edit === null || !canEdit(edit) ? null : { text: insert(inserted, compared), inserted, edit };
}

/** The edits of the compared texts, be it none; null where the comparison would not be answered as it is now. */
export function settle(
  comparison: Comparison,
  fates: Fates,
  canEdit: (edit: ComparedEdit) => boolean,
): readonly ComparedEdit[] | null {
  const asked = listAsked(comparison, fates);
  if (asked === null) return null;
  const chosen = comparison.compared.map((text) => choose(text, asked, fates, canEdit));
  if (chosen.includes(null)) return null;
  const texts = chosen.flatMap((choice) => choice?.text ?? []);
  // A key that is there already would have its entry replaced.
  const before = new Set(comparison.compared.map(readWhole));
  if (new Set(texts).size < before.size) return null;
  return chosen.flatMap((choice) => choice?.edit ?? []);
}

/** Is the literal a part of what is asked, or of what that is compared with? */
export function holdsLiteral({ questions, compared }: Comparison, literal: number): boolean {
  const texts = [...questions.flatMap(({ asked }) => asked), ...compared.map(({ parts }) => parts)];
  return texts.some((parts) => listLiterals(parts).includes(literal));
}

/** What the requests do to the literals in which their paths begin. */
export function listPathEdits(uses: readonly Use[]): ReadonlyMap<number, readonly FileEdit[]> {
  const found = new Map<number, Map<string, FileEdit>>();
  for (const { decision, place } of uses) {
    if (place === null || (decision !== 'rewrite' && decision !== 'move')) continue;
    const own = found.get(place.literal) ?? new Map<string, FileEdit>();
    found.set(place.literal, own);
    const { edit, file } = place;
    if (edit !== null) own.set(`${edit.start} ${edit.end} ${edit.text}`, { file, ...edit });
  }
  return new Map(Array.from(found, ([literal, edits]) => [literal, [...edits.values()]]));
}

/** Does nobody hand over what is asked but the files that were read? */
export function isClosed({ files }: Comparison, analysis: Pick<Analysis, 'hasUnseenCallers'>): boolean {
  return !files.some((file) => analysis.hasUnseenCallers(file));
}
