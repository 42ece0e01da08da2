import { BASE_FORMS, type BaseForm } from './bases.ts';
import type { Draft, Link, Part } from './code.ts';
import type { Compose, ComposeContext } from './compose.ts';
import type { PathForm } from './paths.ts';
import { pick } from './pick.ts';
import { PATH_FORMS, type ServiceSpec, type Spec, WRAPPERS } from './spec.ts';
import { TRANSPORTS, type TransportForm } from './transports.ts';
import { findOther, findPlatform, OTHER_VARIABLE, VARIABLE, VERSIONED_VARIABLE, type Vendor } from './vendors.ts';
import type { Access } from './wrappers.ts';

/** The lower half of a service: base, client and wrapper, from its choices. */

interface ServiceParts {
  readonly config: Part;
  readonly paths: Part;
  readonly client: Part;
  readonly api: Part;
}

export interface Service {
  readonly spec: ServiceSpec;
  /** `s0` */
  readonly owner: string;
  /** What makes its names its own. */
  readonly suffix: string;
  readonly parts: ServiceParts;
  readonly lead: '' | '/';
  readonly access: Access;
  /** How its files refer to one of its parts. */
  link(target: Part): Link;
  /** Must requests through it move, as far as it goes? */
  readonly mustMove: boolean;
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

/** The chosen library, or fetch where that library cannot be used. */
function chooseTransport(spec: Spec, service: ServiceSpec, base: BaseForm): TransportForm {
  const chosen = pick(TRANSPORTS, service.transport);
  const isCommonJs = spec.format === 'cjs' || spec.format === 'cjs-js';
  const isOrigin = spec.origin === 'host' && !service.versioned && base.endsWithSlash !== true;
  const isRefused =
    (chosen.isModule && isCommonJs) || (chosen.originOnly && !isOrigin) || (chosen.isSecure && base.isInsecure);
  return isRefused !== true ? chosen : pick(TRANSPORTS, 'fetch');
}

/** A query in `url.pathname` would be escaped. */
function chooseCompose({ compose, items }: ServiceSpec): Compose {
  const hasQuery = items.some(({ form }) => pick<PathForm>(PATH_FORMS, form).hasQuery);
  return compose === 'pathname' && hasQuery ? 'helper' : compose;
}

/** A statement of the wrapper that uses the path beside the request. */
function writeTap(tap: ServiceSpec['tap'], lead: '' | '/'): string {
  switch (tap) {
    case 'log':
      return "console.log('GET', path);";
    case 'error':
      return "if (path === '') throw new Error('no path');";
    case 'page':
      return 'document.body.append(path);';
    case 'storage':
      return "localStorage.setItem(path, '1');";
    case 'compare':
      return `document.body.append(path.startsWith('${lead}calls') ? 'a call' : 'something else');`;
    case 'pieces':
      return "document.body.append(path.split('/').find((piece) => piece !== '') ?? '');";
    case 'table':
      return `document.body.append({ '${lead}calls': 'calls' }[path] ?? 'other');`;
    default:
      return '';
  }
}

interface DeclaredBase {
  readonly ref: (from: Part) => string;
  readonly readsVariable: boolean;
}

export function buildService(draft: Draft, project: Spec, spec: ServiceSpec, index: number): Service {
  const owner = `s${index}`;
  const suffix = project.sameNames && project.split === 'full' ? '' : String(index);
  const parts = placeParts(draft, project.split, index);
  const base = pick(BASE_FORMS, spec.base);
  const transportForm = chooseTransport(project, spec, base);
  const wrapper = pick(WRAPPERS, spec.wrapper);
  const lead = transportForm.lead ?? (base.endsWithSlash ? '' : spec.lead);
  const nameOwn = (stem: string) => stem + suffix;

  const link = (target: Part): Link => {
    const { links } = spec;
    if (target === parts.config) return links.config;
    if (target === parts.paths) return links.paths;
    return target === parts.client ? links.client : links.api;
  };

  const declareBase = (vendor: Vendor, mark: string, variable: string): DeclaredBase => {
    const part = spec.baseApart ? parts.config : parts.client;
    let readsVariable = false;
    const { name, tail } = base.build({
      declare: (code, declared) => part.declare(code, owner, declared),
      name: (stem) => nameOwn(stem + mark),
      quote: (text) => part.quote(text),
      typed: (annotation) => part.typed(annotation),
      ...vendor,
      getVariable: () => {
        readsVariable = true;
        return variable;
      },
    });
    return { ref: (from) => from.use(part, name, link(part)) + tail, readsVariable };
  };

  const isVersioned = spec.versioned && base.needsVariable !== true;
  const { url, otherUrl } = findPlatform(project);
  const platform = isVersioned ? { url: `${url}/v1`, otherUrl: `${otherUrl}/v1` } : { url, otherUrl };
  const voice = declareBase(platform, '', isVersioned ? VERSIONED_VARIABLE : VARIABLE);
  const other = spec.other ? declareBase(findOther(project), 'Other', OTHER_VARIABLE).ref : null;

  const { client } = parts;
  const ref = (from: Part, name: string) => from.use(client, name, link(client));
  const helpers = new Set<string>();
  const composing: ComposeContext = {
    compose: chooseCompose(spec),
    glue: lead === '' && !base.endsWithSlash ? '/' : '',
    helper: (from, stem, make) => {
      const name = nameOwn(stem);
      if (!helpers.has(stem)) client.declare(make(client, name), owner, name);
      helpers.add(stem);
      return ref(from, name);
    },
    literalOf: (code) => {
      const isVoice = [client, parts.api].some((part) => voice.ref(part) === code);
      return isVoice ? platform.url + (base.endsWithSlash ? '/' : '') : null;
    },
  };
  const access = wrapper.build({
    part: client,
    owner,
    transport: transportForm.make(composing),
    name: nameOwn,
    ref,
    bases: { voice: voice.ref, other },
    tap: writeTap(spec.tap, lead),
  });
  const isTapped = spec.wrapper !== 'none' && !['none', 'log', 'error'].includes(spec.tap);
  const isHidden = transportForm.needsKnownHost === true && voice.readsVariable;
  const isCertain = [base, transportForm, wrapper].every(({ certainty }) => certainty === 'must');
  return { spec, owner, suffix, parts, lead, access, link, mustMove: isCertain && !isTapped && !isHidden };
}
