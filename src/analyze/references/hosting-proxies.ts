import type { HttpRequest, ProxiedPath, UrlPattern } from '../../model/analysis.ts';
import { computeLineStarts, getPosition, type Region, type Span } from '../../model/location.ts';
import type { HolePart, UrlValue } from '../../model/url-value.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { OPEN_PROXY } from './proxies.ts';

/**
 * What a host or a server of development is told in a file of settings: `rewrites` of `vercel.json`, `[[redirects]]` of
 * `netlify.toml`, `"proxy"` of Create React App. Paths of the own server are handed on to another host.
 */

interface Rule {
  readonly source: string;
  readonly destination: string;
  /** What is written in its place, behind what it is found by. */
  readonly written?: { readonly text: string; readonly behind: string };
}

/** `/voice/:path*`, `/voice/(.*)`, `/voice/*`: all that is below. */
const BELOW = /^((?:\/[\w.-]+)*)\/(?::\w+\*|\(\.\*\)|\*)$/;
/** `https://…/:path*`, `https://…/$1`, `https://…/:splat` */
const REST = /\/(?::\w+\*?|\$\d)$/;
const PLAIN = /^(?:\/[\w.-]+)+\/?$/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parse(text: string): Record<string, unknown> {
  const data = parseJson(text);
  return isRecord(data) ? { ...data } : {};
}

function readVercel(text: string): readonly Rule[] {
  const { rewrites, routes } = parse(text);
  return [rewrites, routes].flatMap((list) =>
    (Array.isArray(list) ? list : []).flatMap((rule): readonly Rule[] => {
      const [source, destination] = [rule?.source ?? rule?.src, rule?.destination ?? rule?.dest];
      return typeof source === 'string' && typeof destination === 'string' ? [{ source, destination }] : [];
    }),
  );
}

/** Others than those of status 200 send the browser away. */
function readNetlify(text: string): readonly Rule[] {
  return text
    .split(/^\s*\[\[redirects\]\]/m)
    .slice(1)
    .flatMap((block): readonly Rule[] => {
      const [own = ''] = block.split(/^\s*\[/m);
      const read = (name: string) => new RegExp(`^\\s*${name}\\s*=\\s*["']?([^"'\\s]+)`, 'm').exec(own)?.[1];
      const [source, destination] = [read('from'), read('to')];
      return source && destination && read('status') === '200' ? [{ source, destination }] : [];
    });
}

/** `/voice/*  https://…/:splat  200` */
function readRedirects(text: string): readonly Rule[] {
  return [...text.matchAll(/^[ \t]*(\/\S+)[ \t]+(https?:\/\/\S+)[ \t]+200\b/gm)].map(
    ([, source = '', destination = '']) => ({ source, destination }),
  );
}

/** All that the server of development does not know. */
function readManifest(text: string): readonly Rule[] {
  const { proxy, dependencies, devDependencies } = parse(text);
  const isOfReactScripts = JSON.stringify([dependencies, devDependencies]).includes('"react-scripts"');
  return isOfReactScripts && typeof proxy === 'string'
    ? [{ source: '/*', destination: `${proxy.replace(/\/$/, '')}/:splat` }]
    : [];
}

/** `{ "/voice": { "target": "https://…", "pathRewrite": { "^/voice": "" } } }`, `[{ "context": ["/voice"], "target" }]` of Angular */
function readProxyTable(text: string): readonly Rule[] {
  const table = parseJson(text);
  if (!isRecord(table)) return [];
  return Object.entries(table).flatMap(([key, options]): readonly Rule[] => {
    const { target: written, pathRewrite, context } = isRecord(options) ? options : {};
    if (typeof written !== 'string') return [];
    const target = written.replace(/\/$/, '');
    const rewrite = isRecord(pathRewrite) ? Object.entries(pathRewrite) : [];
    const paths = Array.isArray(table) ? [context].flat() : [key];
    return paths.flatMap((path): readonly Rule[] => {
      if (typeof path !== 'string') return [];
      const source = path.replace(/^\^/, '').replace(/\/\*{0,2}$/, '');
      const behind = JSON.stringify(path);
      if (rewrite.length === 0) return [{ source, destination: target + source, written: { text: path, behind } }];
      const isRemoved = rewrite.some(([from, to]) => isTaken(from, source) && (to === '' || to === '/'));
      const open = { source: `${source}/*`, destination: `${target}/:splat`, written: { text: written, behind } };
      return isRemoved ? [open] : [];
    });
  });
}

/** `^/voice`, `^/voice/`, `/voice` */
function isTaken(pattern: string, source: string): boolean {
  return pattern.replace(/^\^/, '').replace(/\/?(?:\.\*)?$/, '') === source;
}

const READERS: readonly (readonly [string, (text: string) => readonly Rule[]])[] = [
  ['vercel.json', readVercel],
  ['now.json', readVercel],
  ['netlify.toml', readNetlify],
  ['_redirects', readRedirects],
  ['public/_redirects', readRedirects],
  ['static/_redirects', readRedirects],
  ['package.json', readManifest],
  ['proxy.conf.json', readProxyTable],
  ['proxy.config.json', readProxyTable],
];

interface HostingProxies {
  readonly proxies: readonly HostingProxy[];
  /** Addresses to which a single path is handed on. */
  readonly patterns: readonly UrlPattern[];
}

/** Where the address that is handed on to is written. */
interface HostingProxy extends ProxiedPath {
  readonly expression: Region;
  readonly span: Span;
}

function toUrl(text: string): UrlValue {
  return { parts: [{ kind: 'text', text, origin: null }], trail: [], references: [] };
}

function readRule({ source, destination, written }: Rule, text: string, file: string, folder: string): HostingProxies {
  const address = written?.text ?? destination.replace(REST, '');
  const at = Math.max(0, text.indexOf(address, Math.max(0, text.indexOf(written?.behind ?? address))));
  const lineStarts = computeLineStarts(text);
  const place = { file, ...getPosition(lineStarts, at, text) };
  const end = getPosition(lineStarts, at + address.length, text);
  const expression = { ...place, endLine: end.line, endColumn: end.column };
  const prefix = BELOW.exec(source)?.[1];
  if (prefix !== undefined && REST.test(destination)) {
    const target = toUrl(destination.replace(REST, '/'));
    const segments = prefix.split('/').filter((segment) => segment !== '');
    const span = { file, start: at, end: at + address.length };
    return { proxies: [{ ...place, prefix: segments, folder, target, expression, span }], patterns: [] };
  }
  if (!PLAIN.test(source)) return { proxies: [], patterns: [] };
  return {
    proxies: [],
    patterns: [{ expression, text: destination.replace(/^https?:\/\//, ''), isCode: true, isHandedOn: true }],
  };
}

/** The folders of the modules, and those around them. */
function listFolders({ loaded }: ModuleGraph): ReadonlySet<string> {
  const folders = new Set<string>(['']);
  for (const { path } of loaded)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at + 1));
  return folders;
}

export function findHostingProxies(graph: ModuleGraph): HostingProxies {
  const { project } = graph;
  const found = [...listFolders(graph)].flatMap((folder) =>
    READERS.flatMap(([name, read]) => {
      const text = project.readText(name, `${folder}index.js`);
      const rules = text === undefined || !/https?:\/\//.test(text) ? [] : read(text);
      return rules
        .filter(({ destination }) => /^https?:\/\//.test(destination))
        .map((rule) => readRule(rule, text ?? '', folder + name, folder.replace(/(^|\/)src\/$/, '$1')));
    }),
  );
  return {
    proxies: found.flatMap(({ proxies }) => proxies),
    patterns: found.flatMap(({ patterns }) => patterns),
  };
}

/** What is handed on though no request of the project asks for it: who does is in another repository, or puts the name together. */
export function listOpenProxies(
  { loaded, project }: ModuleGraph,
  { proxies }: HostingProxies,
  isAsked: (proxy: ProxiedPath) => boolean,
): readonly HttpRequest[] {
  const own = loaded.filter(({ path }) => project.isInScope(path));
  return proxies
    .filter(({ folder }) => own.some(({ path }) => path.startsWith(folder)))
    .filter((proxy) => !isAsked(proxy) && /^https?:\/\/[^/]+\/?$/.test(writeUrl(proxy.target)))
    .map(({ expression, span, target }) => ({
      site: { file: expression.file, line: expression.line, column: expression.column },
      siteSpan: span,
      client: 'proxy',
      methods: null,
      urls: [{ ...target, parts: [...target.parts, toHole(expression, span, writeUrl(target))] }],
      expression,
      isSetting: true,
    }));
}

function toHole({ file, line, column }: Region, { start, end }: Span, label: string): HolePart {
  return { kind: 'hole', label, reason: OPEN_PROXY, location: { file, line, column }, start, end };
}

function writeUrl({ parts }: UrlValue): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
