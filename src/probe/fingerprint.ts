import { isJsonObject } from '../model/json-object.ts';
import { type Answer, getEssence, isJsonType } from './answer.ts';

/**
 * What must be alike for two answers to be the same one (research: probe, 2.3): status, type, kind of body, and the words
 * of its message with everything taken out that comes from the request. Lengths and most headers say nothing.
 */

const MAX_TEXT = 2048;
const MESSAGE_MEMBERS = ['message', 'error', 'detail', 'title'];

/** The request that an answer may reflect. */
export interface Asked {
  readonly method: string;
  /** With the base's prefix. */
  readonly path: string;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;');
}

/** The path in the spellings of frameworks. */
function listSpellings({ path }: Asked): readonly string[] {
  return [
    encodeURIComponent(path),
    path.replaceAll('/', '\\/'),
    path.replaceAll('/', '&#x2F;'),
    escapeHtml(path),
    path,
    decodeURIComponent(path),
  ];
}

/** A text without the path it repeats, and without ids, times and numbers. */
function createTemplate(text: string, asked: Asked): string {
  return listSpellings(asked)
    .reduce((template, spelling) => template.replaceAll(spelling, '{path}'), text.slice(0, MAX_TEXT))
    .replace(/\{path\}\?[^\s"'<]*/g, '{path}')
    .replace(new RegExp(`\\b${asked.method}\\b`, 'g'), '{method}')
    .replace(/v1-migrate-probe-[0-9a-f]+/g, '{segment}')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{uuid}')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)?/g, '{time}')
    .replace(/\b[0-9a-f]{12,}\b/gi, '{hex}')
    .replace(/\d+/g, '{n}');
}

/** The template without the segments of the path: they can be an echo, or words that the message has anyway. */
function loosen(template: string, { path }: Asked): string {
  const segments = path.split('/').filter((segment) => segment.length >= 4);
  return segments
    .sort((a, b) => b.length - a.length)
    .reduce((loose, segment) => loose.replaceAll(segment, '{segment}'), template);
}

function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeJson(value: unknown): { readonly shape: string; readonly message: string } {
  if (Array.isArray(value)) return { shape: 'json[]', message: '' };
  if (!isJsonObject(value)) return { shape: `json ${typeof value}`, message: '' };
  const message = MESSAGE_MEMBERS.filter((name) => Object.hasOwn(value, name))
    .map((name) => (typeof value[name] === 'string' ? value[name] : JSON.stringify(value[name])))
    .join(' / ');
  return { shape: `json{${Object.keys(value).sort().join()}}`, message };
}

function describeHtml(text: string): { readonly shape: string; readonly message: string } {
  const title = /<title>([^<]*)/i.exec(text)?.[1] ?? '';
  const pre = /<pre>([^<]*)/i.exec(text)?.[1] ?? '';
  return { shape: 'html', message: `${title} / ${pre}` };
}

function describeBody(answer: Answer): { readonly shape: string; readonly message: string } {
  if (answer.body.length === 0) return { shape: 'empty', message: '' };
  const text = Buffer.from(answer.body.subarray(0, 64 * 1024)).toString('utf8');
  const essence = getEssence(answer.headers['content-type']);
  const value = isJsonType(essence) ? parseLeniently(text) : undefined;
  if (value !== undefined) return describeJson(value);
  return essence === 'text/html' ? describeHtml(text) : { shape: 'text', message: text };
}

/** The words of an answer's message, as a template. */
export function getMessageTemplate(answer: Answer, asked: Asked): string {
  return createTemplate(describeBody(answer).message, asked);
}

/** Two readings of one answer: `loose` takes words of the path for an echo, `exact` takes them for the message's own. */
export interface Print {
  readonly exact: string;
  readonly loose: string;
}

/** The same answer in either reading: `nothing here` from /v1/nothing is what every other path gets, too. */
export function isSamePrint(a: Print, b: Print): boolean {
  return a.exact === b.exact || a.loose === b.loose;
}

export function getFingerprint(answer: Answer, asked: Asked): Print {
  const { shape, message } = describeBody(answer);
  const essence = getEssence(answer.headers['content-type']);
  const template = createTemplate(message, asked);
  const location = createTemplate(answer.headers.location ?? '', asked);
  const join = (...words: readonly string[]): string => [answer.status, essence, shape, ...words].join(' | ');
  return { exact: join(template, location), loose: join(loosen(template, asked), loosen(location, asked)) };
}
