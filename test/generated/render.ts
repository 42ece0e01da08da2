import { BASE_FORMS, type BaseForm, type BaseValue } from './bases.ts';
import { Draft, type GeneratedFile, type Link, type Owner, type Part, type Piece } from './code.ts';
import type { Compose } from './compose.ts';
import { HOSTS } from './hosts.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import type { PathContext, PathForm, PathValue } from './paths.ts';
import { type ItemSpec, PATH_FORMS, type ServiceSpec, type Spec, WRAPPERS } from './spec.ts';
import { TRANSPORTS, type TransportForm } from './transports.ts';
import type { Access, WrapperForm } from './wrappers.ts';

/** From choices to the files of a project that runs. Every combination of choices has to give one. */

export interface GeneratedItem {
  readonly owner: string;
  /** Must its requests move, or may the tool report them instead? */
  readonly mustMove: boolean;
  readonly choices: string;
}

export interface GeneratedProject {
  readonly files: ReadonlyMap<string, GeneratedFile>;
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the tool is told. */
  readonly baseUrls: readonly string[];
  /** Where the platform is while the program runs. */
  readonly platform: readonly string[];
  readonly items: ReadonlyMap<string, GeneratedItem>;
}

interface Vendor {
  readonly url: string;
  readonly otherUrl: string;
}

const HOST: Vendor = { url: 'https://api.voice.example', otherUrl: 'https://eu.voice.example' };
const PREFIXED: Vendor = { url: 'https://gw.voice.example/voice', otherUrl: 'https://eu.voice.example/voice' };
const OTHER: Vendor = { url: 'https://api.other.test', otherUrl: 'https://eu.other.test' };
const OTHER_PREFIXED: Vendor = {
  url: 'https://gw.voice.example/billing',
  otherUrl: 'https://eu.voice.example/billing',
};
const VARIABLE = 'VOICE_API_URL';
const OTHER_VARIABLE = 'OTHER_API_URL';
const VARIABLE_URL = 'https://edge.voice.internal';

/** A row of a table by its name; a shrunk or edited spec can only name what there is. */
function pick<T>(table: Readonly<Record<string, T>>, name: string): T {
  const row = table[name];
  if (row === undefined) throw new Error(`there is no ${name}`);
  return row;
}

interface ServiceParts {
  readonly config: Part;
  readonly paths: Part;
  readonly client: Part;
  readonly api: Part;
}

function placeParts(draft: Draft, split: Spec['split'], index: number): ServiceParts {
  const files = {
    one: ['src/main', 'src/main', 'src/main', 'src/main'],
    constants: ['src/constants', 'src/constants', 'src/main', 'src/main'],
    service: [`src/service${index}`, `src/service${index}`, `src/service${index}`, `src/service${index}`],
    full: ['config', 'paths', 'client', 'api'].map((name) => `src/s${index}/${name}`),
    layers: ['src/config', 'src/paths', 'src/clients', 'src/api'],
  }[split];
  const [config = '', paths = '', client = '', api = ''] = files;
  return { config: draft.part(config), paths: draft.part(paths), client: draft.part(client), api: draft.part(api) };
}

class ServiceRenderer {
  readonly items: GeneratedItem[] = [];
  readonly #spec: Spec;
  readonly #service: ServiceSpec;
  readonly #owner: string;
  readonly #suffix: string;
  readonly #parts: ServiceParts;
  readonly #main: Part;
  readonly #base: BaseForm;
  readonly #transport: TransportForm;
  readonly #wrapper: WrapperForm;
  readonly #access: Access;
  readonly #lead: '' | '/';

  constructor(draft: Draft, main: Part, spec: Spec, service: ServiceSpec, index: number) {
    this.#spec = spec;
    this.#service = service;
    this.#owner = `s${index}`;
    this.#suffix = spec.sameNames && spec.split === 'full' ? '' : String(index);
    this.#parts = placeParts(draft, spec.split, index);
    this.#main = main;
    this.#base = pick(BASE_FORMS, service.base);
    this.#transport = chooseTransport(spec, service);
    this.#wrapper = pick(WRAPPERS, service.wrapper);
    this.#lead = this.#transport.lead ?? (this.#base.endsWithSlash ? '' : service.lead);
    this.#access = this.#makeAccess();
  }

  #name(stem: string): string {
    return `${stem}${this.#suffix}`;
  }

  #link(target: Part): Link {
    const { links } = this.#service;
    const { config, paths, client } = this.#parts;
    if (target === config) return links.config;
    if (target === paths) return links.paths;
    return target === client ? links.client : links.api;
  }

  /** Does the base depend on a variable? */
  #readsVariable = false;

  #declareBase(vendor: Vendor, mark: string, variable: string): (from: Part) => string {
    const { config, client } = this.#parts;
    const part = this.#service.baseApart ? config : client;
    const value: BaseValue = this.#base.build({
      declare: (code, name) => part.declare(code, this.#owner, name),
      name: (stem) => this.#name(stem + mark),
      quote: (text) => part.quote(text),
      typed: (annotation) => part.typed(annotation),
      ...vendor,
      getVariable: () => {
        this.#readsVariable = true;
        return variable;
      },
    });
    return (from) => from.use(part, value.name, this.#link(part)) + value.tail;
  }

  #makeAccess(): Access {
    const { client } = this.#parts;
    const { versioned, other } = this.#service;
    const isPrefixed = this.#spec.origin === 'host and prefix';
    const own = isPrefixed ? PREFIXED : HOST;
    const isVersioned = versioned && this.#base.needsVariable !== true;
    const vendor = isVersioned ? { url: `${own.url}/v1`, otherUrl: `${own.otherUrl}/v1` } : own;
    const voice = this.#declareBase(vendor, '', isVersioned ? 'VOICE_V1_URL' : VARIABLE);
    const vendorOfOther = isPrefixed ? OTHER_PREFIXED : OTHER;
    const otherBase = other ? this.#declareBase(vendorOfOther, 'Other', OTHER_VARIABLE) : null;
    const ref = (from: Part, name: string) => from.use(client, name, this.#link(client));
    const name = (stem: string) => this.#name(stem);
    const helpers = new Map<string, string>();
    const transport = this.#transport.make({
      compose: chooseCompose(this.#service),
      glue: this.#lead === '' && !this.#base.endsWithSlash ? '/' : '',
      helper: (from, stem, make) => {
        const helper = helpers.get(stem) ?? name(stem);
        if (!helpers.has(stem)) {
          helpers.set(stem, helper);
          client.declare(make(client, helper), this.#owner, helper);
        }
        return ref(from, helper);
      },
      literalOf: (base) => {
        const slash = this.#base.endsWithSlash ? '/' : '';
        const isVoice = [client, this.#parts.api].some((part) => voice(part) === base);
        return isVoice ? vendor.url + slash : null;
      },
    });
    return this.#wrapper.build({
      part: client,
      owner: this.#owner,
      transport,
      name,
      ref,
      bases: { voice, other: otherBase },
      tap: this.#tap(),
    });
  }

  #tap(): string {
    switch (this.#service.tap) {
      case 'log':
        return "console.log('GET', path);";
      case 'error':
        return "if (path === '') throw new Error('no path');";
      case 'page':
        return 'document.body.append(path);';
      case 'storage':
        return "localStorage.setItem(path, '1');";
      case 'compare':
        return `document.body.append(path.startsWith('${this.#lead}calls') ? 'a call' : 'something else');`;
      default:
        return '';
    }
  }

  renderItem(item: ItemSpec, index: number): readonly string[] {
    const owner = `${this.#owner}.i${index}`;
    const { api, paths } = this.#parts;
    const home = item.apart ? paths : api;
    const form = pick<PathForm>(PATH_FORMS, item.form);
    const host = pick(HOSTS, item.host);
    const target = item.target === 'other' && this.#access.hasOther ? 'other' : 'voice';
    const call = { handle: '', wrap: (text: string) => text };
    const context: PathContext = {
      declare: (name, text) => {
        home.declare(text, owner, name);
        return api.use(home, name, this.#link(home));
      },
      name: (stem) => `${stem}${this.#suffix}x${index}`,
      quote: (text) => api.quote(text),
      text: (pieces) => api.text(pieces),
      sum: (pieces) => api.sum(pieces),
      typed: (annotation) => api.typed(annotation),
      isTyped: api.isTyped,
      lead: this.#lead,
      id: 'agentId',
      endpoints: item.endpoints,
      call: (...path) => call.wrap(this.#access.call(api, call.handle, api.quote(item.method), path)),
      whole: this.#wholeUrl(call, api.quote(item.method)),
    };
    // The parameters are known before the statements, which need to know what to send with: so it is built twice.
    const dry = new DryContext(context);
    const { params = '', calls = [''] } = form.build(dry.context);
    const usesId = dry.usesId(form);
    const id = usesId ? declareId(item.id) : { statement: null, param: '', argument: '' };
    const join = (...texts: readonly string[]) => texts.filter((text) => text !== '').join(', ');
    let value: PathValue | null = null;
    const invoke = host.build({
      part: api,
      owner,
      name: `run${this.#owner.slice(1)}x${index}`,
      access: this.#access,
      target,
      params: join(id.param === '' ? '' : id.param + api.typed(': string'), params),
      body: (handle, wrap = (text) => text) => {
        call.handle = handle;
        call.wrap = wrap;
        value ??= form.build(context);
        return [...(id.statement === null ? [] : [id.statement]), ...value.body];
      },
      ref: (from, name) => from.use(api, name, this.#link(api)),
    });
    const lines = calls.map((args) => invoke(this.#main, join(id.argument, args)));
    const shareable = value as PathValue | null;
    const shared = item.share === 'none' || shareable?.shared === undefined ? null : shareable.shared;
    this.#note(
      owner,
      item,
      form,
      host.sendsToBoth === true && this.#access.hasOther,
      shared !== null,
      target === 'voice',
    );
    if (shared === null) return lines;
    const text = this.#main.use(home, shared.name, this.#link(home)) + shared.tail;
    return [...lines, `console.log('step', 'beside');`, this.#share(item.share, text)];
  }

  #wholeUrl(call: { readonly handle: string; wrap(text: string): string }, method: string): PathContext['whole'] {
    const { url, callUrl } = this.#access;
    const { api } = this.#parts;
    if (url === undefined || callUrl === undefined) return null;
    return {
      url: (...path) => url(api, call.handle, path),
      call: (text) => call.wrap(callUrl(api, text, method)),
    };
  }

  #share(kind: ItemSpec['share'], text: string): string {
    switch (kind) {
      case 'route':
        return `${this.#main.package('express', 'express')}().get(${text}, () => {});`;
      case 'storage':
        return `localStorage.setItem(${text}, 'seen');`;
      case 'vendor':
        return `await fetch(\`${OTHER.url}${this.#lead === '' ? '/' : ''}\${${text}}\`);`;
      case 'push':
        return `${this.#main.package('vue-router', 'useRouter', 'useRouter')}().push(${text});`;
      default:
        return `document.body.append(${text});`;
    }
  }

  #note(owner: string, item: ItemSpec, form: PathForm, both: boolean, shared: boolean, isVoice: boolean): void {
    const { base, transport, compose, wrapper, tap } = this.#service;
    const rows = [form, pick(HOSTS, item.host), this.#base, this.#transport, this.#wrapper];
    const isTapped = wrapper !== 'none' && !['none', 'log', 'error'].includes(tap);
    const isApart = this.#transport.needsKnownHost === true && this.#readsVariable;
    const isFree = !both && !shared && !isTapped && !isApart && form.isShared !== true;
    this.items.push({
      owner,
      mustMove: isVoice && isFree && rows.every((row) => row.certainty === 'must'),
      choices: [base, transport, compose, wrapper, item.host, item.form].join(' | '),
    });
  }
}

function joinPieces(...pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.code)).join('');
}

/** Builds a form without leaving a trace, to see what it needs. */
class DryContext {
  readonly context: PathContext;

  constructor(context: PathContext) {
    this.context = {
      ...context,
      declare: (name) => name,
      call: joinPieces,
      whole: context.whole === null ? null : { url: joinPieces, call: (url) => url },
    };
  }

  usesId(form: PathForm): boolean {
    const { body } = form.build(this.context);
    return body.some((line) => line.includes(this.context.id));
  }
}

function declareId(style: ItemSpec['id']): {
  readonly statement: string | null;
  readonly param: string;
  readonly argument: string;
} {
  const inBody = (statement: string) => ({ statement, param: '', argument: '' });
  switch (style) {
    case 'parameter':
      return { statement: null, param: 'agentId', argument: "'ag_1'" };
    case 'json':
      return inBody(`const { agentId } = JSON.parse('{"agentId":"ag_9"}');`);
    case 'env':
      return inBody("const agentId = process.env.AGENT_ID ?? 'ag_2';");
    case 'number':
      return inBody('const agentId = 42;');
    default:
      return inBody("const agentId = 'ag_1';");
  }
}

/** The chosen library, or fetch where that library cannot be used. */
function chooseTransport(spec: Spec, service: ServiceSpec): TransportForm {
  const chosen = pick(TRANSPORTS, service.transport);
  const isCommonJs = spec.format === 'cjs' || spec.format === 'cjs-js';
  const isOrigin =
    spec.origin === 'host' && !service.versioned && pick(BASE_FORMS, service.base).endsWithSlash !== true;
  const isPossible = !(chosen.isModule && isCommonJs) && (isOrigin || chosen.originOnly !== true);
  return isPossible ? chosen : pick(TRANSPORTS, 'fetch');
}

/** A query in `url.pathname` would be escaped. */
function chooseCompose({ compose, items }: ServiceSpec): Compose {
  const hasQuery = items.some(({ form }) => pick<PathForm>(PATH_FORMS, form).hasQuery);
  return compose === 'pathname' && hasQuery ? 'helper' : compose;
}

function addLookAlikes(draft: Draft, main: Part, spec: Spec): readonly string[] {
  const part = spec.split === 'one' ? main : draft.part('src/pages');
  const vendor = spec.origin === 'host' ? HOST : PREFIXED;
  const lines = spec.lookAlikes.flatMap((name, index) => {
    const context = { part, index, url: vendor.url, otherUrl: OTHER.url };
    const run = pick(LOOK_ALIKES, name)(context);
    main.use(part, `lookAlike${index}`, 'named');
    return run;
  });
  return lines.length === 0 ? [] : [`console.log('step', 'beside');`, ...lines];
}

export function renderProject(spec: Spec): GeneratedProject {
  const draft = new Draft(spec, 'src/main');
  const main = draft.part(draft.entry);
  const statements: { readonly text: string; readonly owner: Owner }[] = [];
  const items: GeneratedItem[] = [];
  for (const [index, service] of spec.services.entries()) {
    const renderer = new ServiceRenderer(draft, main, spec, service, index);
    for (const [position, item] of service.items.entries()) {
      const owner = `s${index}.i${position}`;
      statements.push({ text: `console.log('step', '${owner}');`, owner: null });
      for (const text of renderer.renderItem(item, position)) statements.push({ text, owner });
    }
    items.push(...renderer.items);
  }
  for (const text of addLookAlikes(draft, main, spec)) statements.push({ text, owner: null });
  main.declare('async function main() {', null);
  for (const { text, owner } of statements) main.declare(text.replace(/^/gm, '  '), owner);
  const isCommonJs = spec.format === 'cjs' || spec.format === 'cjs-js';
  main.declare(`}\n\n${isCommonJs ? 'module.exports = main();' : 'await main();'}`, null);
  const needsVariable = spec.services.some(({ base }) => pick(BASE_FORMS, base).needsVariable);
  const isSet = needsVariable || spec.variableSet;
  const vendor = spec.origin === 'host' ? HOST : PREFIXED;
  const isModule = spec.format === 'js' || spec.format === 'ts';
  const manifest = { name: 'generated', private: true, ...(isModule ? { type: 'module' } : {}) };
  const files = new Map(draft.finish());
  files.set('package.json', { text: `${JSON.stringify(manifest)}\n`, owners: [null] });
  return {
    files,
    entry: draft.entry + draft.getExtension(draft.entry),
    env: {
      ...(isSet ? { [VARIABLE]: VARIABLE_URL } : {}),
      ...(needsVariable ? { [OTHER_VARIABLE]: OTHER.url } : {}),
    },
    baseUrls: [vendor.url, vendor.otherUrl, ...(needsVariable ? [`env:${VARIABLE}`] : [])],
    platform: [vendor.url, vendor.otherUrl, ...(isSet ? [VARIABLE_URL] : [])],
    items: new Map(items.map((entry) => [entry.owner, entry])),
  };
}
