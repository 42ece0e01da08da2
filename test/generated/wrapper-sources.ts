import type { Part, Piece } from './code.ts';
import { declareHandles, sender, type Target, type WrapperContext, type WrapperForm } from './wrappers.ts';

/** Wrappers by how their instances are made, kept and found again. */

const s = (c: WrapperContext): string => c.part.typed(': string');
const a = (c: WrapperContext): string => c.part.typed(': any');

function indent(text: string, depth = 1): string {
  return text.replace(/^(?=.)/gm, '  '.repeat(depth));
}

/** `class HttpClient` with `request`, `get` and `post`; `more`: further members. */
function declareClass(c: WrapperContext, more = ''): string {
  const name = c.name('HttpClient');
  const field = c.part.isTyped ? '  base: any;\n' : '';
  const request = `  async request(method${s(c)}, path${s(c)}) {\n${indent(sender(c, 'this.base', 'method'))}\n  }`;
  const verbs = ['get', 'post'].map(
    (verb) => `  ${verb}(path${s(c)}) {\n    return this.request('${verb.toUpperCase()}', path);\n  }`,
  );
  const init = `  constructor(base${s(c)}) {\n    this.base = ${c.transport.open(c.part, 'base')};\n  }`;
  const members = [init, request, ...verbs, more].filter((text) => text !== '').join('\n');
  c.part.declare(`class ${name} {\n${field}${members}\n}`, c.owner, name);
  return name;
}

const callRequest = (from: Part, handle: string, method: string, path: readonly Piece[]): string =>
  `${handle}.request(${method}, ${from.text(path)})`;

const callVerb = (from: Part, handle: string, method: string, path: readonly Piece[]): string =>
  `${handle}.${/POST/.test(method) ? 'post' : 'get'}(${from.text(path)})`;

function must(build: WrapperForm['build']): WrapperForm {
  return { certainty: 'must', build };
}

/** One declaration that holds both clients. */
function holder(
  stem: string,
  make: (voice: string, other: string | null, name: string) => string,
  find: (name: string, target: Target) => string,
): WrapperForm {
  return must((c) => {
    const type = declareClass(c);
    const name = c.name(stem);
    const other = c.bases.other === null ? null : `new ${type}(${c.bases.other(c.part)})`;
    c.part.declare(make(`new ${type}(${c.bases.voice(c.part)})`, other, name), c.owner, name);
    return {
      hasOther: other !== null,
      handle: (from, target) => find(c.ref(from, name), target),
      call: callVerb,
    };
  });
}

function list(voice: string, other: string | null, separator = ', '): string {
  return other === null ? voice : `${voice}${separator}${other}`;
}

export const SOURCE_WRAPPERS: Readonly<Record<string, WrapperForm>> = {
  'clients in an object': holder(
    'clients',
    (voice, other, name) => `const ${name} = { voice: ${voice}${other === null ? '' : `, other: ${other}`} };`,
    (name, target) => `${name}.${target}`,
  ),
  'clients in a list': holder(
    'clients',
    (voice, other, name) => `const ${name} = [${list(voice, other)}];`,
    (name, target) => `${name}[${target === 'voice' ? 0 : 1}]`,
  ),
  'client by name': {
    ...holder(
      'getClient',
      (voice, other, name) => `const ${name} = (vendor) => (vendor === 'other' ? ${other ?? voice} : ${voice});`,
      (name, target) => `${name}('${target}')`,
    ),
    certainty: 'may',
  },
  'client made late': must((c) => {
    const type = declareClass(c);
    const declareLate = (stem: string, base: string): string => {
      const name = c.name(stem);
      c.part.declare(`let ${name}Instance${a(c)} = null;`, c.owner);
      const body = `  if (${name}Instance === null) ${name}Instance = new ${type}(${base});\n  return ${name}Instance;`;
      c.part.declare(`function ${name}() {\n${body}\n}`, c.owner, name);
      return name;
    };
    const voice = declareLate('getVoice', c.bases.voice(c.part));
    const other = c.bases.other === null ? null : declareLate('getOther', c.bases.other(c.part));
    return {
      hasOther: other !== null,
      handle: (from, target) => `${c.ref(from, target === 'other' && other !== null ? other : voice)}()`,
      call: callRequest,
    };
  }),
  'static create': must((c) => {
    const type = c.name('HttpClient');
    declareClass(c, `  static create(base${s(c)}) {\n    return new ${type}(base);\n  }`);
    return declareHandles(c, (base) => `${type}.create(${base})`, callRequest);
  }),
  'method bound to its instance': must((c) => {
    const type = declareClass(c);
    const client = c.name('client');
    c.part.declare(`const ${client} = new ${type}(${c.bases.voice(c.part)});`, c.owner);
    const name = c.name('send');
    c.part.declare(`const ${name} = ${client}.request.bind(${client});`, c.owner, name);
    return {
      hasOther: false,
      handle: (from) => c.ref(from, name),
      call: (from, fn, method, path) => `${fn}(${method}, ${from.text(path)})`,
    };
  }),
  'method in an arrow': must((c) => {
    const type = declareClass(c);
    const client = c.name('client');
    c.part.declare(`const ${client} = new ${type}(${c.bases.voice(c.part)});`, c.owner);
    const name = c.name('api');
    c.part.declare(
      `const ${name} = { send: (method${s(c)}, path${s(c)}) => ${client}.request(method, path) };`,
      c.owner,
      name,
    );
    return {
      hasOther: false,
      handle: (from) => c.ref(from, name),
      call: (from, api, method, path) => `${api}.send(${method}, ${from.text(path)})`,
    };
  }),
  'verb by name': must((c) => {
    const type = declareClass(c);
    return declareHandles(
      c,
      (base) => `new ${type}(${base})`,
      (from, handle, method, path) => `${handle}['${/POST/.test(method) ? 'post' : 'get'}'](${from.text(path)})`,
    );
  }),
  'factory destructured': must((c) => {
    const name = c.name('createClient');
    const { transport } = c;
    const body = `  const http = ${transport.open(c.part, 'base')};\n  const request = async (method${s(c)}, path${s(c)}) => {\n${indent(sender(c, 'http', 'method'))}\n  };\n  return { request };`;
    c.part.declare(`function ${name}(base${s(c)}) {\n${body}\n}`, c.owner);
    const voice = c.name('voiceRequest');
    const other = c.name('otherRequest');
    c.part.declare(`const { request: ${voice} } = ${name}(${c.bases.voice(c.part)});`, c.owner, voice);
    if (c.bases.other !== null)
      c.part.declare(`const { request: ${other} } = ${name}(${c.bases.other(c.part)});`, c.owner, other);
    return {
      hasOther: c.bases.other !== null,
      handle: (from, target) => c.ref(from, target === 'voice' ? voice : other),
      call: (from, fn, method, path) => `${fn}(${method}, ${from.text(path)})`,
    };
  }),
  'promise of a client': must((c) => {
    const type = declareClass(c);
    const name = c.name('connect');
    c.part.declare(`async function ${name}(base${s(c)}) {\n  return new ${type}(base);\n}`, c.owner);
    return declareHandles(
      c,
      (base) => `${name}(${base})`,
      (from, handle, method, path) =>
        `${handle}.then((client${a(c)}) => client.request(${method}, ${from.text(path)}))`,
    );
  }),
  'base by name': must((c) => {
    const { transport, bases } = c;
    const other = bases.other === null ? '' : `, other: ${bases.other(c.part)}`;
    const table = c.name('BASES');
    c.part.declare(
      `const ${table}${c.part.typed(': Record<string, string>')} = { voice: ${bases.voice(c.part)}${other} };`,
      c.owner,
    );
    const name = c.name('send');
    const opened = transport.isOpened ? `  const http = ${transport.open(c.part, `${table}[vendor]`)};\n` : '';
    const body = sender(c, transport.isOpened ? 'http' : `${table}[vendor]`, 'method');
    c.part.declare(
      `async function ${name}(vendor${s(c)}, method${s(c)}, path${s(c)}) {\n${opened}${body}\n}`,
      c.owner,
      name,
    );
    return {
      hasOther: bases.other !== null,
      handle: (_from, target) => `'${target}'`,
      call: (from, vendor, method, path) => `${c.ref(from, name)}(${vendor}, ${method}, ${from.text(path)})`,
    };
  }),
  'base in the options': must((c) => {
    const { transport, bases } = c;
    const name = c.name('send');
    const opened = transport.isOpened ? `  const http = ${transport.open(c.part, 'baseUrl')};\n` : '';
    const body = sender(c, transport.isOpened ? 'http' : 'baseUrl', 'method');
    const params = `path${s(c)}, { method = 'GET', baseUrl = ${bases.voice(c.part)} } = {}`;
    c.part.declare(`async function ${name}(${params}) {\n${opened}${body}\n}`, c.owner, name);
    const { other } = bases;
    return {
      hasOther: other !== null,
      handle: (from, target) => (target === 'other' && other !== null ? other(from) : bases.voice(from)),
      call: (from, base, method, path) =>
        `${c.ref(from, name)}(${from.text(path)}, { method: ${method}, baseUrl: ${base} })`,
    };
  }),
  'options merged': must((c) => {
    const name = c.name('send');
    const { transport, bases } = c;
    const opened = transport.isOpened ? `  const http = ${transport.open(c.part, bases.voice(c.part))};\n` : '';
    const body = sender(c, transport.isOpened ? 'http' : bases.voice(c.part), 'options.method');
    const merge = `  const options${a(c)} = { method: 'GET', retries: 2, ...given };\n  const { path } = options;`;
    c.part.declare(`async function ${name}(given${a(c)}) {\n${merge}\n${opened}${body}\n}`, c.owner, name);
    return {
      hasOther: false,
      handle: (from) => c.ref(from, name),
      call: (from, fn, method, path) => `${fn}({ path: ${from.text(path)}, method: ${method} })`,
    };
  }),
  callback: must((c) => {
    const name = c.name('send');
    const { transport, bases } = c;
    const opened = transport.isOpened ? `  const http = ${transport.open(c.part, bases.voice(c.part))};\n` : '';
    const sent = transport.send(
      c.part,
      transport.isOpened ? 'http' : bases.voice(c.part),
      [{ code: 'path' }],
      'method',
    );
    const tap = c.tap === '' ? '' : `  ${c.tap}\n`;
    const body = `${tap}  Promise.resolve(${sent}).then((value) => done(null, value), done);`;
    c.part.declare(`function ${name}(method${s(c)}, path${s(c)}, done${a(c)}) {\n${opened}${body}\n}`, c.owner, name);
    return {
      hasOther: false,
      handle: (from) => c.ref(from, name),
      call: (from, fn, method, path) => `new Promise((resolve) => ${fn}(${method}, ${from.text(path)}, resolve))`,
    };
  }),
  'three generations': must((c) => {
    const type = declareClass(c);
    const middle = c.name('JsonClient');
    c.part.declare(
      `class ${middle} extends ${type} {\n  list(path${s(c)}) {\n    return this.get(path);\n  }\n}`,
      c.owner,
    );
    const voice = c.name('VoiceClient');
    c.part.declare(
      `class ${voice} extends ${middle} {\n  constructor() {\n    super(${c.bases.voice(c.part)});\n  }\n}`,
      c.owner,
      voice,
    );
    return {
      hasOther: false,
      handle: (from) => `new ${c.ref(from, voice)}()`,
      call: (from, handle, method, path) =>
        /GET/.test(method) ? `${handle}.list(${from.text(path)})` : callRequest(from, handle, method, path),
      superclass: (from) => ({ name: c.ref(from, voice), args: '' }),
    };
  }),
};
