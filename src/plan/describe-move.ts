import { POST_CALL_FIELD } from '../contract/catalog.ts';
import type { Analysis } from '../model/analysis.ts';
import { computeLineStarts } from '../model/location.ts';
import { writePlainly } from '../model/plain-code.ts';
import { readFurtherArguments } from './argument-texts.ts';
import { cutHelper } from './moves.ts';
import type { Use } from './uses.ts';

/** What a person has to write in place of a call of the post-call LLM helper, in the words of the call itself. */

type Sources = Pick<Analysis, 'getText'>;

/** Clients whose verbs take the body as their second argument. */
const TAKES_BODY = new Set(['axios', 'HttpClient', 'HttpService']);
const TAKES_JSON = new Set(['got', 'ky']);

/** Longer code is not shown in a hint: whoever reads it looks at the call instead. */
const MAX_URL = 120;
const MAX_OPTIONS = 80;

interface WrittenUrl {
  readonly source: string;
  /** Of the expression as it is. */
  readonly start: number;
  readonly end: number;
}

/** The URL's expression with the version put in and the helper cut off; null where that is no edit of it. */
function writeUrl(use: Use, sources: Sources): WrittenUrl | null {
  const { request } = use;
  const edit = use.place?.edit ?? null;
  const cut = cutHelper(use, sources);
  if (request === null || edit === null || cut === null) return null;
  const { file, line, column, endLine, endColumn } = request.expression;
  const text = sources.getText(file);
  const starts = computeLineStarts(text);
  const start = (starts[line - 1] ?? 0) + column - 1;
  const end = (starts[endLine - 1] ?? 0) + endColumn - 1;
  const edits = [{ ...edit, file: use.place?.file }, ...cut].sort((a, b) => b.start - a.start);
  if (edits.some((entry) => entry.file !== file || entry.start < start || end < entry.end)) return null;
  const source = edits.reduce(
    (written, entry) => written.slice(0, entry.start - start) + entry.text + written.slice(entry.end - start),
    text.slice(start, end),
  );
  return source.length <= MAX_URL && !source.includes('\n') ? { source, start, end } : null;
}

/** The options go along, unless they hold the old body. */
function describeOptions(source: string | undefined): readonly string[] {
  const isShown = source !== undefined && source.length <= MAX_OPTIONS && !/\n|\b(?:data|body|json)\b/.test(source);
  return isShown ? [source] : [];
}

/** The call as it would be; null for clients and wrappers of which the form is not known. */
function writeCall(use: Use, value: string, sources: Sources): string | null {
  const url = writeUrl(use, sources);
  if (url === null || use.request === null) return null;
  const { client, siteSpan } = use.request;
  const text = sources.getText(siteSpan.file);
  const opening = text.slice(siteSpan.start, url.start);
  const [, verb, method = ''] =
    /^([\w$.]+)\.(put|post|patch|delete|del)(?:<[^()]*>)?\($/.exec(writePlainly(opening)) ?? [];
  const body = `{ ${POST_CALL_FIELD}: ${value} }`;
  const given = readFurtherArguments(text, url.end);
  if (verb !== undefined && TAKES_BODY.has(client)) {
    const options = describeOptions(given[method.startsWith('del') ? 0 : 1]);
    return `${verb}.patch(${[url.source, body, ...options].join(', ')})`;
  }
  if (verb !== undefined && TAKES_JSON.has(client)) {
    const [options] = describeOptions(given[0]);
    const kept = options === undefined || options.startsWith('{') ? '' : `...${options}, `;
    return `${verb}.patch(${url.source}, { ${kept}json: ${body} })`;
  }
  if (verb !== undefined && client === 'superagent') return `${verb}.patch(${url.source}).send(${body})`;
  if (client !== 'fetch' || !/^[\w$.]*fetch\($/i.test(opening) || url.source.startsWith('new ')) return null;
  const headers = "headers: { ...headers, 'content-type': 'application/json' }";
  return `${opening}${url.source}, { method: 'PATCH', ${headers}, body: JSON.stringify(${body}) })`;
}

/** What a person has to write, in full. */
export function describeMoveByHand(use: Use, sources: Sources): string {
  const path = use.match?.v1Path ?? '/v1/agents/{id}';
  const methods = use.url.methods ?? use.request?.methods ?? null;
  const isRead = methods?.every((method) => method === 'GET' || method === 'HEAD') === true;
  if (isRead) return `Read ${POST_CALL_FIELD} from the answer to GET ${path}.`;
  const isClear = methods?.length === 1 && methods[0] === 'DELETE';
  const verb = use.request === null ? 'Let it stand for' : 'Send';
  const sentence = `${verb} PATCH ${path} with the JSON body { "${POST_CALL_FIELD}": ${isClear ? 'null' : '"<LLM id>"'} }${isClear ? '' : '; null clears it'}.`;
  const code = writeCall(use, isClear ? 'null' : 'llmId', sources);
  return code === null ? sentence : `${sentence} Write: ${code}`;
}
