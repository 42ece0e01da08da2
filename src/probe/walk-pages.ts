import { createHash } from 'node:crypto';
import type { Envelope } from '../contract/catalog.ts';
import { isJsonObject } from '../model/json-object.ts';
import { readMember } from './envelope.ts';

/** One page as it was judged before the walk sees it. */
interface Page {
  readonly body: unknown;
  readonly records: readonly unknown[];
}

/** The next page, or why there is none to walk on with. */
export type FetchPage = (
  page: number,
) => Promise<Page | { readonly drift: string } | { readonly failed: string } | { readonly refused: number }>;

interface WalkReport {
  /** Why the walk ended. */
  readonly end:
    | 'total-pages'
    | 'total'
    | 'short-page'
    | 'empty-page'
    | 'repeated-page'
    | 'limit-clamped'
    | 'page-cap'
    | 'drift'
    | 'failed';
  /** A contradiction of the paging rules, named by the parameter or member; null when there is none. */
  readonly drift: string | null;
  readonly notes: readonly string[];
  readonly pages: number;
}

/** How a client knows that it has everything (§8.1 rules 2 and 3; `total` is derived). */
type EndRule = 'total-pages' | 'total' | 'short-page';

function chooseRule(envelope: Envelope): EndRule {
  if (envelope.paging.some((name) => name.endsWith('totalPages'))) return 'total-pages';
  return envelope.paging.length > 0 ? 'total' : 'short-page';
}

function findNumber(envelope: Envelope, body: unknown, ...names: readonly string[]): number | null {
  const name = envelope.paging.find((path) => names.some((last) => path === last || path.endsWith(`.${last}`)));
  const value = name === undefined ? undefined : readMember(body, name);
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

function hashRecords(records: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(records)).digest('base64');
}

/** Are these records that can be told apart? Two equal ones without an id prove nothing. */
function haveIds(records: readonly unknown[]): boolean {
  return records.length > 0 && records.every((record) => isJsonObject(record) && Object.hasOwn(record, 'id'));
}

function isLast(rule: EndRule, envelope: Envelope, page: Page, number: number, limit: number): boolean {
  const { body, records } = page;
  if (rule === 'total-pages') return number >= (findNumber(envelope, body, 'totalPages') ?? 0);
  if (rule === 'short-page') return records.length < limit;
  const echoed = findNumber(envelope, body, 'limit', 'itemsPerPage') ?? limit;
  return number * (echoed > 0 ? echoed : limit) >= (findNumber(envelope, body, 'total', 'totalItems') ?? 0);
}

/** Numbers of a page that contradict what was asked for; implied and not said, so no more than notes. */
function listOddities(envelope: Envelope, { body, records }: Page, number: number, limit: number): readonly string[] {
  const notes: string[] = [];
  const page = findNumber(envelope, body, 'page', 'currentPage');
  const echoed = findNumber(envelope, body, 'limit', 'itemsPerPage');
  const total = findNumber(envelope, body, 'total', 'totalItems');
  const pages = findNumber(envelope, body, 'totalPages');
  if (page !== null && page !== number) notes.push('page: does not echo the page that was asked for');
  if (echoed !== null && echoed !== limit) notes.push(`limit: ${echoed < limit ? 'clamped' : 'raised'} by the server`);
  if (records.length > Math.max(limit, echoed ?? 0)) notes.push('limit: more records than asked for');
  const size = echoed !== null && echoed > 0 ? echoed : limit;
  if (total !== null && pages !== null && total > 0 && pages !== Math.ceil(total / size)) {
    notes.push('totalPages: does not fit total and limit');
  }
  return notes;
}

/**
 * Pages forward by the documented rule for at most `cap` pages: does a client that follows it come to an end, and does
 * it get everything? Page numbers only go up by one, so the walk ends whatever the server says.
 */
export async function walkPages(
  first: Page,
  envelope: Envelope,
  fetchPage: FetchPage,
  { limit, cap }: { readonly limit: number; readonly cap: number },
): Promise<WalkReport> {
  const rule = chooseRule(envelope);
  const notes = new Set<string>();
  const seen = new Set<string>();
  const report = (end: WalkReport['end'], pages: number, drift: string | null = null): WalkReport => ({
    end,
    drift,
    notes: [...notes],
    pages,
  });
  let page = first;
  for (let number = 1; ; number += 1) {
    for (const note of listOddities(envelope, page, number, limit)) notes.add(note);
    if (page.records.length === 0) return report('empty-page', number);
    const hash = hashRecords(page.records);
    if (seen.has(hash) && haveIds(page.records)) {
      return report('repeated-page', number, `page: ignored, page ${number} repeats an earlier one`);
    }
    seen.add(hash);
    const isEnd = isLast(rule, envelope, page, number, limit);
    // A short first page is the end by §8.1 rule 2, unless the server gave less than was asked for: one look behind it.
    const isSuspicious = isEnd && rule === 'short-page' && number === 1;
    if (isEnd && !isSuspicious) return report(rule, number);
    if (number >= cap) return report('page-cap', number);
    const next = await fetchPage(number + 1);
    if ('refused' in next && !isSuspicious) {
      return report('drift', number, `status: ${next.refused}, expected 200 (page ${number + 1})`);
    }
    if ('drift' in next) return report('drift', number, next.drift);
    if ('failed' in next || 'refused' in next) {
      const why = 'failed' in next ? next.failed : `status ${next.refused}`;
      notes.add(`page ${number + 1} could not be read: ${why}`);
      return report('failed', number);
    }
    if (isSuspicious) {
      if (next.records.length === 0) return report('short-page', 2);
      if (hashRecords(next.records) !== hash) {
        return report(
          'limit-clamped',
          2,
          'limit: clamped without a word, so a client that stops at a short page loses records',
        );
      }
      notes.add('page: ignored, the whole list comes at once');
      return report('short-page', 2);
    }
    page = next;
  }
}
