import type { Service } from './build-service.ts';
import type { Part, Piece } from './code.ts';
import { HOSTS } from './hosts.ts';
import { OTHER_USES } from './other-uses.ts';
import type { PathContext, PathForm, PathValue } from './paths.ts';
import { pick } from './pick.ts';
import { type ItemSpec, PATH_FORMS } from './spec.ts';

/** The upper half of a service: the code that asks for something, and what else uses its text. */

export interface GeneratedItem {
  /** `s0.i1` */
  readonly owner: string;
  /** Must its requests move, or may the tool report them instead? */
  readonly mustMove: boolean;
  readonly choices: string;
}

export interface BuiltItem {
  readonly item: GeneratedItem;
  /** Statements of the entry that run it. */
  readonly statements: readonly string[];
  /** Statements that use its text for something else. */
  readonly beside: readonly string[];
}

interface Id {
  readonly statement: string | null;
  readonly param: string;
  readonly argument: string;
}

const ID = 'agentId';

function declareId(style: ItemSpec['id']): Id {
  const inBody = (statement: string): Id => ({ statement, param: '', argument: '' });
  switch (style) {
    case 'parameter':
      return { statement: null, param: ID, argument: "'ag_1'" };
    case 'json':
      return inBody(`const { ${ID} } = JSON.parse('{"${ID}":"ag_9"}');`);
    case 'env':
      return inBody(`const ${ID} = process.env.AGENT_ID ?? 'ag_2';`);
    case 'number':
      return inBody(`const ${ID} = 42;`);
    default:
      return inBody(`const ${ID} = 'ag_1';`);
  }
}

const NO_ID: Id = { statement: null, param: '', argument: '' };

function joinPieces(...pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.code)).join('');
}

function joinParams(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(', ');
}

/** Builds a form without leaving a trace: its parameters are needed before its statements can be written. */
function tryForm(form: PathForm, context: PathContext) {
  const {
    params = '',
    calls = [''],
    body,
  } = form.build({
    ...context,
    declare: (name) => name,
    call: joinPieces,
    whole: context.whole === null ? null : { url: joinPieces, call: (url) => url },
  });
  return { params, calls, usesId: body.some((line) => line.includes(ID)) };
}

export function buildItem(service: Service, main: Part, spec: ItemSpec, index: number): BuiltItem {
  const { access, suffix, link } = service;
  const { api, paths } = service.parts;
  const owner = `${service.owner}.i${index}`;
  const home = spec.apart ? paths : api;
  const form = pick<PathForm>(PATH_FORMS, spec.form);
  const host = pick(HOSTS, spec.host);
  const target = spec.target === 'other' && access.hasOther ? 'other' : 'voice';
  const method = api.quote(spec.method);
  const { url, callUrl } = access;
  let handle = '';
  let wrap = (call: string) => call;
  const context: PathContext = {
    declare: (name, text) => {
      home.declare(text, owner, name);
      return api.use(home, name, link(home));
    },
    name: (stem) => `${stem}${suffix}x${index}`,
    quote: (text) => api.quote(text),
    text: (pieces) => api.text(pieces),
    sum: (pieces) => api.sum(pieces),
    typed: (annotation) => api.typed(annotation),
    isTyped: api.isTyped,
    lead: service.lead,
    id: ID,
    endpoints: spec.endpoints,
    call: (...path) => wrap(access.call(api, handle, method, path)),
    whole:
      url === undefined || callUrl === undefined
        ? null
        : { url: (...path) => url(api, handle, path), call: (text) => wrap(callUrl(api, text, method)) },
  };
  const { params, calls, usesId } = tryForm(form, context);
  const id = usesId ? declareId(spec.id) : NO_ID;
  const built: PathValue[] = [];
  const invoke = host.build({
    part: api,
    owner,
    name: `run${service.owner.slice(1)}x${index}`,
    access,
    target,
    params: joinParams(id.param && id.param + api.typed(': string'), params),
    body: (given, wrapCall = (call) => call) => {
      handle = given;
      wrap = wrapCall;
      const value = form.build(context);
      built.push(value);
      return [...(id.statement === null ? [] : [id.statement]), ...value.body];
    },
    ref: (from, name) => from.use(api, name, link(api)),
  });
  const shared = spec.share === 'none' ? undefined : built[0]?.shared;
  const writeOtherUse = (): string => {
    if (shared === undefined) return '';
    const source = main.use(home, shared.name, link(home));
    const use = pick(OTHER_USES, spec.share);
    const text = typeof shared.tail === 'string' ? source + shared.tail : shared.tail(source);
    return use({ main, source, text, lead: service.lead });
  };
  const otherUse = writeOtherUse();
  const isForBoth = host.sendsToBoth === true && access.hasOther;
  const isFree = shared === undefined && !isForBoth && form.isShared !== true && target === 'voice';
  const isCertain = form.certainty === 'must' && host.certainty === 'must';
  const { base, transport, compose, wrapper } = service.spec;
  return {
    item: {
      owner,
      mustMove: service.mustMove && isFree && isCertain,
      choices: [base, transport, compose, wrapper, spec.host, spec.form].join(' | '),
    },
    statements: calls.map((args) => invoke(main, joinParams(id.argument, args))),
    beside: otherUse === '' ? [] : [`{\n${otherUse}\n}`],
  };
}
