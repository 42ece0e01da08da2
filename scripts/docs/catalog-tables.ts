import type { Catalog, Envelope, Operation, Rule } from '../../src/contract/catalog.ts';
import { FINDING_CODES, FINDING_KINDS, type Fix } from '../../src/model/findings.ts';
import { code, renderTable } from './sections.ts';

/** The tables of MIGRATION.md that say again what src/contract and the list of codes say. */

const FIX_WORDS: Readonly<Record<Fix, string>> = { auto: 'by the tool', manual: 'by hand', none: 'nothing to do' };

export function renderCodes(): string {
  const rows = FINDING_CODES.map((name) => {
    const { level, fix, title } = FINDING_KINDS[name];
    return [`[${code(name)}](#${name})`, level, FIX_WORDS[fix], title];
  });
  return renderTable(['code', 'level', 'fixed', 'what'], rows);
}

export function renderFamilies({ families }: Catalog): string {
  const rows = families.map(({ legacy, v1, section, evidence }) => [code(legacy), code(v1), section, evidence]);
  return renderTable(['legacy path and all below it', 'becomes', 'reference', 'evidence'], rows);
}

const OUTCOME_WORDS: Readonly<Record<Rule['outcome'], string>> = {
  rewrite: 'becomes its v1 path',
  'post-call-llm': 'becomes a field of the agent',
  review: 'to be reviewed, then',
  'no-equivalent': 'stays',
  keep: 'stays, without a finding',
};

export function renderRules({ rules }: Catalog): string {
  const rows = rules.map(({ methods, legacy, outcome, v1, v1Method, code: finding, section, evidence }) => {
    const target = v1 === undefined ? '' : ` ${code([v1Method ?? '', v1].join(' ').trim())}`;
    const path = [...(methods === undefined ? [] : [methods.join(', ')]), legacy].join(' ');
    const link = finding === undefined ? '' : `[${code(finding)}](#${finding})`;
    return [code(path), `${OUTCOME_WORDS[outcome]}${target}`, link, section, evidence];
  });
  return renderTable(['legacy path', 'what becomes of it', 'code', 'reference', 'evidence'], rows);
}

function describeRecords({ records }: Envelope): string {
  return records === null ? 'the root, an array' : code(records);
}

function describePaging({ paging, acceptsPage, defaultLimit, maxLimit }: Envelope): string {
  const limits = [
    ...(defaultLimit === undefined ? [] : [`default ${defaultLimit}`]),
    ...(maxLimit === undefined ? [] : [`at most ${maxLimit}`]),
  ];
  const query = acceptsPage ? [`takes ${code('page')} and ${code('limit')}`, ...limits].join(', ') : 'not paged';
  return paging.length === 0 ? query : `${query}; answers ${paging.map(code).join(', ')}`;
}

function listOperation({ method, path, envelope, section }: Operation): readonly string[] {
  const answer = envelope === undefined ? ['', ''] : [describeRecords(envelope), describePaging(envelope)];
  return [code(`${method} ${path}`), ...answer, section];
}

export function renderOperations({ operations }: Catalog): string {
  return renderTable(['operation', 'records in', 'paging', 'reference'], operations.map(listOperation));
}
