import { flatMap } from '../../model/flat-map.ts';
import { findPathStart } from '../../model/url-value.ts';
import { contains, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { SentRequest } from '../clients/client.ts';
import { listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { listOptions } from '../values/unions.ts';
import type { Atom, OpenParam, TextValue, Value } from '../values/values.ts';
import type { Chain } from './chains.ts';

/** On which parameters it depends what a call calls or sends. */

/** A base's own path and a version are at most so many segments. */
const MAX_PREFIX = 3;

function isInside(param: OpenParam, other: OpenParam): boolean {
  return param.fn !== other.fn && param.module === other.module && contains(other.fn, param.fn);
}

interface OpenPart {
  readonly param: OpenParam;
  readonly inPath: boolean;
}

function namesFamily({ atoms }: Pick<TextValue, 'atoms'>, words: ReadonlySet<string>): boolean {
  return atoms.some((atom) => atom.kind === 'text' && atom.text.split(/[/?#]/).some((segment) => words.has(segment)));
}

/** Is a segment of the path a word of the catalogue, whatever it is that is not known? Of `/calls${path}` none is. */
export function namesWholeFamily({ url, urlNode }: SentRequest, sink: CallSite, words: ReadonlySet<string>): boolean {
  return listTexts(url, urlNode, sink.module).some(({ atoms }) => {
    const whole = atoms.map((atom) => (atom.kind === 'text' ? atom.text : '\0')).join('');
    return whole.split(/[/?#]/).some((segment) => words.has(segment));
  });
}

/** The parameters on which the base or the beginning of the path depends. */
function listOpenParts(atoms: readonly Atom[], words: ReadonlySet<string>): readonly OpenPart[] {
  const start = findPathStart(atoms);
  const open: OpenPart[] = [];
  let path = '';
  for (const [index, atom] of atoms.entries()) {
    if (atom.kind === 'text') {
      if (index >= start.part) path += index === start.part ? atom.text.slice(start.index) : atom.text;
      if (/[?#]/.test(path)) return open;
      continue;
    }
    if (atom.kind === 'hole' && atom.open !== null) {
      const inPath = index >= start.part;
      // Behind a family's name comes an id; behind anything else, the base's own path or a version, the name itself.
      const segments = path.split('/').filter((segment) => segment !== '');
      const isDecided = segments.length > MAX_PREFIX || segments.some((segment) => words.has(segment));
      if (!inPath || !path.endsWith('/') || !isDecided) open.push({ param: atom.open, inPath });
    }
    if (index >= start.part) path += '\0';
  }
  return open;
}

function findOpenMethod(request: SentRequest, sink: CallSite): readonly OpenParam[] {
  if (request.method === null) return [];
  const texts = listTexts(request.method, sink.node, sink.module);
  return flatMap(texts, (text) =>
    flatMap(text.atoms, (atom) => (atom.kind === 'hole' && atom.open !== null ? [atom.open] : [])),
  );
}

function listPartsOfRequest(request: SentRequest, sink: CallSite, words: ReadonlySet<string>): readonly OpenPart[] {
  return flatMap(listTexts(request.url, request.urlNode, sink.module), (text) => listOpenParts(text.atoms, words));
}

/** Is it a row of a table that a parameter of this function names? */
export function asksForRow(sent: readonly SentRequest[], sink: CallSite, { fn }: OpenParam): boolean {
  return sent.some((request) =>
    listTexts(request.url, request.urlNode, sink.module).some(({ atoms }) =>
      atoms.some((atom) => atom.kind === 'hole' && atom.isRow === true && atom.open?.fn === fn),
    ),
  );
}

/** Is all known but the base? */
export function isOnlyBaseOpen(sent: readonly SentRequest[], sink: CallSite, words: ReadonlySet<string>): boolean {
  return sent.every(
    (request) =>
      findOpenMethod(request, sink).length === 0 &&
      listPartsOfRequest(request, sink, words).every(({ inPath }) => !inPath),
  );
}

/** Do its callers say where a path goes that is known? Who holds no word of the catalogue may say another host. */
export function isBaseOfKnownPath(
  sent: readonly SentRequest[],
  sink: CallSite,
  { fn }: OpenParam,
  words: ReadonlySet<string>,
): boolean {
  return sent.some((request) =>
    listTexts(request.url, request.urlNode, sink.module).some(
      (text) =>
        namesFamily(text, words) &&
        listOpenParts(text.atoms, words).some(({ param, inPath }) => !inPath && param.fn === fn),
    ),
  );
}

/** The literals in which the paths that are sent name a family, whatever their base. */
export function listPathLiterals(
  sent: readonly SentRequest[],
  sink: CallSite,
  words: ReadonlySet<string>,
): ReadonlySet<number> {
  const texts = flatMap(sent, (request) => listTexts(request.url, request.urlNode, sink.module));
  const atoms = flatMap(texts, (text) => text.atoms);
  const named = atoms.flatMap((atom) =>
    namesFamily({ atoms: [atom] }, words) && atom.kind === 'text' ? (atom.origin?.literal ?? []) : [],
  );
  return new Set(named);
}

/**
 * Can files that hold no word of the catalogue make it one of the platform's requests? They can give it a base, where its
 * path names a family, or wire a client to those that name one, where its base is written in a file that `matters`.
 */
export function isOpenToWiring(
  sent: readonly SentRequest[],
  sink: CallSite,
  words: ReadonlySet<string>,
  matters: (file: string) => boolean,
): boolean {
  return sent.some((request) =>
    listTexts(request.url, request.urlNode, sink.module).some((text) => {
      const [first] = text.atoms;
      const file = first?.kind === 'text' && isAbsoluteUrl(text) ? first.origin?.file : undefined;
      return (file !== undefined && matters(file)) || namesFamily(text, words);
    }),
  );
}

/** The innermost function around the outermost call of which a parameter is open; else any open parameter. */
export function findOpenParam(
  sent: readonly SentRequest[],
  chain: Chain,
  words: ReadonlySet<string>,
): OpenParam | null {
  const [sink] = chain;
  const outermost = chain.at(-1);
  if (sink === undefined || outermost === undefined) return null;
  const open = flatMap(sent, (request) => {
    const parts = listPartsOfRequest(request, sink, words);
    // A constructor is further out than a method that sets what others send.
    const inPath = parts.filter((part) => part.inPath);
    const inBase = parts.filter((part) => !part.inPath);
    return [...[...inPath, ...inBase].map(({ param }) => param), ...findOpenMethod(request, sink)];
  });
  const around = open.filter((param) => param.module === outermost.module && contains(param.fn, outermost.node));
  const candidates = around.length === 0 ? open : around;
  return candidates.reduce<OpenParam | null>(
    (best, param) => (best === null || isInside(param, best) ? param : best),
    null,
  );
}

/** `client[verb](path)`: which member is called, callers say. */
export function callsAnyMember({ node }: CallSite): boolean {
  if (!('callee' in node)) return false;
  const callee = unwrap(node.callee);
  return isMemberNode(callee) && nameMember(callee) === null;
}

/** The parameter that a call calls. */
export function findOpenCallee(callee: Value | undefined): OpenParam | null {
  if (callee === undefined) return null;
  for (const option of listOptions(callee)) if (option.type === 'param') return option.open;
  return null;
}
