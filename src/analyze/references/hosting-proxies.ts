import type { ProxiedPath, UrlPattern } from '../../model/analysis.ts';
import { computeLineStarts, getPosition } from '../../model/location.ts';
import type { UrlValue } from '../../model/url-value.ts';
import type { ModuleGraph } from '../modules/modules.ts';

/**
 * What a host or a server of development is told in a file of settings: `rewrites` of `vercel.json`, `[[redirects]]` of
 * `netlify.toml`, `"proxy"` of Create React App. Paths of the own server are handed on to another host.
 */

interface Rule {
  readonly source: string;
  readonly destination: string;
}

/** `/voice/:path*`, `/voice/(.*)`, `/voice/*`: all that is below. */
const BELOW = /^((?:\/[\w.-]+)*)\/(?::\w+\*|\(\.\*\)|\*)$/;
/** `https://…/:path*`, `https://…/$1`, `https://…/:splat` */
const REST = /\/(?::\w+\*?|\$\d)$/;
const PLAIN = /^(?:\/[\w.-]+)+\/?$/;

function parse(text: string): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? { ...data } : {};
  } catch {
    return {};
  }
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

const READERS: readonly (readonly [string, (text: string) => readonly Rule[]])[] = [
  ['vercel.json', readVercel],
  ['now.json', readVercel],
  ['netlify.toml', readNetlify],
  ['_redirects', readRedirects],
  ['public/_redirects', readRedirects],
  ['static/_redirects', readRedirects],
  ['package.json', readManifest],
];

interface HostingProxies {
  readonly proxies: readonly ProxiedPath[];
  /** Addresses to which a single path is handed on. */
  readonly patterns: readonly UrlPattern[];
}

function toUrl(text: string): UrlValue {
  return { parts: [{ kind: 'text', text, origin: null }], trail: [], references: [] };
}

function readRule({ source, destination }: Rule, text: string, file: string, folder: string): HostingProxies {
  const at = Math.max(0, text.indexOf(destination.replace(/\/:splat$/, '')));
  const lineStarts = computeLineStarts(text);
  const place = { file, ...getPosition(lineStarts, at, text) };
  const prefix = BELOW.exec(source)?.[1];
  if (prefix !== undefined && REST.test(destination)) {
    const target = toUrl(destination.replace(REST, '/'));
    const segments = prefix.split('/').filter((segment) => segment !== '');
    return { proxies: [{ ...place, prefix: segments, folder, target }], patterns: [] };
  }
  if (!PLAIN.test(source)) return { proxies: [], patterns: [] };
  const end = getPosition(lineStarts, at + destination.length, text);
  const expression = { ...place, endLine: end.line, endColumn: end.column };
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
        .map((rule) => readRule(rule, text ?? '', folder + name, folder));
    }),
  );
  return {
    proxies: found.flatMap(({ proxies }) => proxies),
    patterns: found.flatMap(({ patterns }) => patterns),
  };
}
