import type { Part, Piece } from './code.ts';
import { type Access, declareHandles, sender, type WrapperContext, type WrapperForm } from './wrappers.ts';

/** Classes and factories that hold a base and send requests. */

const s = (c: WrapperContext): string => c.part.typed(': string');
const a = (c: WrapperContext): string => c.part.typed(': any');

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/** What a constructor keeps of its base. */
function open(c: WrapperContext, base: string): string {
  return c.transport.open(c.part, base);
}

function method(c: WrapperContext, field: string): string {
  return `  async request(method${s(c)}, path${s(c)}) {\n${indent(sender(c, `this.${field}`, 'method'))}\n  }`;
}

const callRequest = (from: Part, handle: string, verb: string, path: readonly Piece[]): string =>
  `${handle}.request(${verb}, ${from.text(path)})`;

/** A class whose constructor takes the base. */
function clientClass(
  body: (c: WrapperContext) => string,
  construct: (base: string) => string = (base) => base,
  call: Access['call'] = callRequest,
): WrapperForm {
  return {
    certainty: 'must',
    build: (c) => {
      const name = c.name('HttpClient');
      c.part.declare(`class ${name} {\n${body(c)}\n}`, c.owner, name);
      const handles = declareHandles(c, (base) => `new ${name}(${construct(base)})`, call);
      return {
        ...handles,
        superclass: (from) => ({ name: c.ref(from, name), args: construct(c.bases.voice(from)) }),
      };
    },
  };
}

function constructorOf(c: WrapperContext, field: string, declared = true): string {
  const declaration = declared && c.part.isTyped ? `  ${field}: any;\n` : '';
  return `${declaration}  constructor(base${s(c)}) {\n    this.${field} = ${open(c, 'base')};\n  }`;
}

/** A base class that sends, and a subclass for each host. */
function family(
  parent: (c: WrapperContext) => string,
  child: (c: WrapperContext, base: string) => string,
  construct: string = '',
): WrapperForm {
  return {
    certainty: 'must',
    build: (c) => {
      const root = c.name('BaseClient');
      c.part.declare(`class ${root} {\n${parent(c)}\n}`, c.owner, root);
      const voice = c.name('VoiceClient');
      const other = c.name('OtherClient');
      c.part.declare(`class ${voice} extends ${root} {\n${child(c, c.bases.voice(c.part))}\n}`, c.owner, voice);
      if (c.bases.other !== null)
        c.part.declare(`class ${other} extends ${root} {\n${child(c, c.bases.other(c.part))}\n}`, c.owner, other);
      return {
        hasOther: c.bases.other !== null,
        handle: (from, target) => `new ${c.ref(from, target === 'voice' ? voice : other)}(${construct})`,
        call: (from, handle, verb, path) => callRequest(from, handle, verb, path),
        superclass: (from) => ({ name: c.ref(from, voice), args: construct }),
      };
    },
  };
}

/** A function that gives back an object of methods. */
function factory(
  body: (c: WrapperContext) => string,
  construct: (base: string) => string,
  params: (c: WrapperContext) => string,
): WrapperForm {
  return {
    certainty: 'must',
    build: (c) => {
      const name = c.name('createClient');
      c.part.declare(`function ${name}(${params(c)}) {\n${body(c)}\n}`, c.owner, name);
      return declareHandles(c, (base) => `${name}(${construct(base)})`, callRequest);
    },
  };
}

function innerSend(c: WrapperContext, handle: string): string {
  return indent(indent(sender(c, handle, 'method')));
}

export const CLASS_WRAPPERS: Readonly<Record<string, WrapperForm>> = {
  class: clientClass((c) => `${constructorOf(c, 'base')}\n${method(c, 'base')}`),
  'class with options': clientClass(
    (c) => {
      const declaration = c.part.isTyped ? '  http: any;\n' : '';
      return `${declaration}  constructor({ baseUrl, retries = 2 }${a(c)}) {\n    this.retries = retries;\n    this.http = ${open(c, 'baseUrl')};\n  }\n${method(c, 'http')}`;
    },
    (base) => `{ baseUrl: ${base} }`,
  ),
  'class with an options member': clientClass(
    (c) => {
      const declaration = c.part.isTyped ? '  http: any;\n' : '';
      return `${declaration}  constructor(options${a(c)}) {\n    this.http = ${open(c, 'options.baseUrl')};\n  }\n${method(c, 'http')}`;
    },
    (base) => `{ baseUrl: ${base}, timeout: 10 }`,
  ),
  'class with a private field': clientClass((c) => {
    return `  #http${a(c)};\n  constructor(base${s(c)}) {\n    this.#http = ${open(c, 'base')};\n  }\n${method(c, '#http')}`;
  }),
  'class with a parameter property': clientClass((c) => {
    if (!c.part.isTyped || c.transport.isOpened) return `${constructorOf(c, 'base')}\n${method(c, 'base')}`;
    return `  constructor(private readonly base: string) {}\n${method(c, 'base')}`;
  }),
  'class with an arrow field': clientClass((c) => {
    const arrow = `  request = async (method${s(c)}, path${s(c)}) => {\n${indent(sender(c, 'this.base', 'method'))}\n  };`;
    return `${constructorOf(c, 'base')}\n${arrow}`;
  }),
  'class with a getter': clientClass((c) => {
    const getter = `  get base() {\n    return this.inner;\n  }`;
    return `${constructorOf(c, 'inner')}\n${getter}\n${method(c, 'base')}`;
  }),
  'class with verbs': clientClass(
    (c) => {
      const verbs = ['get', 'post'].map(
        (verb) => `  ${verb}(path${s(c)}) {\n    return this.request('${verb.toUpperCase()}', path);\n  }`,
      );
      return [constructorOf(c, 'base'), method(c, 'base'), ...verbs].join('\n');
    },
    undefined,
    (from, handle, verb, path) => `${handle}.${/POST/.test(verb) ? 'post' : 'get'}(${from.text(path)})`,
  ),
  'class with a setter': {
    certainty: 'may',
    build: (c) => {
      const name = c.name('HttpClient');
      const field = c.part.isTyped ? '  base: any;\n' : '';
      c.part.declare(
        `class ${name} {\n${field}  setBase(base${s(c)}) {\n    this.base = ${open(c, 'base')};\n    return this;\n  }\n${method(c, 'base')}\n}`,
        c.owner,
        name,
      );
      return declareHandles(c, (base) => `new ${name}().setBase(${base})`, callRequest);
    },
  },
  'static methods': {
    certainty: 'must',
    build: (c) => {
      const name = c.name('VoiceApi');
      const body = sender(c, `${name}.base`, 'method');
      c.part.declare(
        `class ${name} {\n  static base = ${open(c, c.bases.voice(c.part))};\n  static async request(method${s(c)}, path${s(c)}) {\n${indent(body)}\n  }\n}`,
        c.owner,
        name,
      );
      return { hasOther: false, handle: (from) => c.ref(from, name), call: callRequest };
    },
  },
  singleton: {
    certainty: 'must',
    build: (c) => {
      const name = c.name('VoiceApi');
      const instance = `  static #instance${a(c)} = null;\n  static get() {\n    ${name}.#instance ??= new ${name}(${c.bases.voice(c.part)});\n    return ${name}.#instance;\n  }`;
      c.part.declare(
        `class ${name} {\n${instance}\n${constructorOf(c, 'base')}\n${method(c, 'base')}\n}`,
        c.owner,
        name,
      );
      return { hasOther: false, handle: (from) => `${c.ref(from, name)}.get()`, call: callRequest };
    },
  },
  inheritance: family(
    (c) => `${constructorOf(c, 'base')}\n${method(c, 'base')}`,
    (_c, base) => `  constructor() {\n    super(${base});\n  }`,
  ),
  'inheritance by a getter': family(
    (c) => method(c, 'base'),
    (c, base) => `  get base() {\n    return ${open(c, base)};\n  }`,
  ),
  'inheritance by a field': family(
    (c) => (c.part.isTyped ? `  declare base: any;\n${method(c, 'base')}` : method(c, 'base')),
    (c, base) => `  base = ${open(c, base)};`,
  ),
  'inheritance with super.request': family(
    (c) => `${constructorOf(c, 'base')}\n${method(c, 'base')}`,
    (c, base) =>
      `  constructor() {\n    super(${base});\n  }\n  async request(method${s(c)}, path${s(c)}) {\n    return super.request(method, path);\n  }`,
  ),
  factory: factory(
    (c) => {
      const { isOpened } = c.transport;
      const opened = isOpened ? `  const http = ${open(c, 'base')};\n` : '';
      return `${opened}  return {\n    async request(method${s(c)}, path${s(c)}) {\n${innerSend(c, isOpened ? 'http' : 'base')}\n    },\n  };`;
    },
    (base) => base,
    (c) => `base${s(c)}`,
  ),
  'factory with options': factory(
    (c) =>
      `  const http = ${open(c, 'baseUrl')};\n  const request = async (method${s(c)}, path${s(c)}) => {\n${indent(sender(c, 'http', 'method'))}\n  };\n  return { request, retries: 3 };`,
    (base) => `{ baseUrl: ${base} }`,
    (c) => `{ baseUrl }${a(c)}`,
  ),
  'factory of a class': {
    certainty: 'must',
    build: (c) => {
      const name = c.name('HttpClient');
      c.part.declare(`class ${name} {\n${constructorOf(c, 'base')}\n${method(c, 'base')}\n}`, c.owner, name);
      const make = c.name('makeClient');
      c.part.declare(`const ${make} = (base${s(c)}) => new ${name}(base);`, c.owner, make);
      return declareHandles(c, (base) => `${make}(${base})`, callRequest);
    },
  },
  closure: {
    certainty: 'must',
    build: (c) => {
      const name = c.name('api');
      const base = c.bases.voice(c.part);
      c.part.declare(
        `const ${name} = (() => {\n  const http = ${open(c, base)};\n  return {\n    async request(method${s(c)}, path${s(c)}) {\n${innerSend(c, 'http')}\n    },\n  };\n})();`,
        c.owner,
        name,
      );
      return { hasOther: false, handle: (from) => c.ref(from, name), call: callRequest };
    },
  },
  prototype: {
    certainty: 'may',
    build: (c) => {
      const name = c.name('HttpClient');
      if (c.part.isTyped) {
        c.part.declare(`class ${name} {\n${constructorOf(c, 'base')}\n${method(c, 'base')}\n}`, c.owner, name);
      } else {
        c.part.declare(`function ${name}(base) {\n  this.base = ${open(c, 'base')};\n}`, c.owner, name);
        c.part.declare(
          `${name}.prototype.request = async function (method, path) {\n${sender(c, 'this.base', 'method')}\n};`,
          c.owner,
        );
      }
      return declareHandles(c, (base) => `new ${name}(${base})`, callRequest);
    },
  },
  'fluent builder': {
    certainty: 'may',
    build: (c) => {
      const name = c.name('RequestBuilder');
      const field = c.part.isTyped ? '  base: any;\n  verb = "";\n  target = "";\n' : '';
      const steps = `  method(verb${s(c)}) {\n    this.verb = verb;\n    return this;\n  }\n  path(path${s(c)}) {\n    this.target = path;\n    return this;\n  }`;
      const send = `  async send() {\n    const path = this.target;\n${indent(sender(c, 'this.base', 'this.verb'))}\n  }`;
      c.part.declare(
        `class ${name} {\n${field}${constructorOf(c, 'base', false)}\n${steps}\n${send}\n}`,
        c.owner,
        name,
      );
      const { other, voice } = c.bases;
      return {
        hasOther: other !== null,
        handle: (from, target) =>
          `new ${c.ref(from, name)}(${(target === 'other' && other !== null ? other : voice)(from)})`,
        call: (from, handle, verb, path) => `${handle}.method(${verb}).path(${from.text(path)}).send()`,
      };
    },
  },
};
