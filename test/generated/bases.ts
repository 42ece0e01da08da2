/** Ways in which code knows where the platform lives. */

/** `must`: resolvable, so a request through it has to move. `may`: it can also be reported. */
export type Certainty = 'must' | 'may';

export interface BaseContext {
  /** Declares one statement; with a name other files can use it. */
  declare(code: string, name?: string): void;
  /** A name of this base's own. */
  name(stem: string): string;
  quote(text: string): string;
  typed(annotation: string): string;
  /** Origin and prefix without a slash at the end. */
  readonly url: string;
  /** The same in a second region. */
  readonly otherUrl: string;
  /** A variable that can override the base. */
  getVariable(): string;
}

/** What to write for the base: an exported name and what follows it. */
export interface BaseValue {
  readonly name: string;
  readonly tail: string;
}

export interface BaseForm {
  readonly certainty: Certainty;
  /** The value ends with a slash. */
  readonly endsWithSlash?: true;
  readonly isInsecure?: true;
  /** Only the variable says where it is. */
  readonly needsVariable?: true;
  readonly build: (context: BaseContext) => BaseValue;
}

/** `const NAME = <expression>`. */
function constant(
  make: (context: BaseContext) => string,
  traits: Omit<BaseForm, 'build'> = { certainty: 'must' },
): BaseForm {
  return {
    ...traits,
    build: (context) => {
      const name = context.name('BASE');
      context.declare(`const ${name} = ${make(context)};`, name);
      return { name, tail: '' };
    },
  };
}

/** Statements that declare `name`, which is then used with `tail`. */
function declared(
  stem: string,
  tail: string,
  make: (context: BaseContext, name: string) => string | readonly [before: string, statement: string],
  traits: Omit<BaseForm, 'build'> = { certainty: 'must' },
): BaseForm {
  return {
    ...traits,
    build: (context) => {
      const name = context.name(stem);
      const made = make(context, name);
      const [before, statement] = typeof made === 'string' ? [null, made] : made;
      if (before !== null) context.declare(before);
      context.declare(statement, name);
      return { name, tail };
    },
  };
}

/** A class whose instance holds the base. */
function settings(tail: string, construction: (c: BaseContext) => string, body: (c: BaseContext) => string): BaseForm {
  return declared('settings', tail, (c, name) => {
    const type = c.name('Settings');
    return [`class ${type} {\n${body(c)}\n}`, `const ${name} = new ${type}(${construction(c)});`];
  });
}

const none = () => '';
const url = ({ url: text, quote }: BaseContext) => quote(text);
const variable = (c: BaseContext) => `process.env.${c.getVariable()}`;
const MUST = { certainty: 'must' } as const;
const SLASH = { certainty: 'must', endsWithSlash: true } as const;
const VARIABLE = { certainty: 'must', needsVariable: true } as const;

export const BASE_FORMS: Readonly<Record<string, BaseForm>> = {
  literal: constant(url),
  'env ?? literal': constant((c) => `${variable(c)} ?? ${url(c)}`),
  'env || literal': constant((c) => `${variable(c)} || ${url(c)}`),
  'env only': constant(variable, VARIABLE),
  'env by bracket': constant((c) => `process.env[${c.quote(c.getVariable())}]`, VARIABLE),
  'env destructured': declared(
    'BASE',
    '',
    (c, name) => `const { ${c.getVariable()}: ${name} } = process.env;`,
    VARIABLE,
  ),
  'env destructured with default': declared(
    'BASE',
    '',
    (c, name) => `const { ${c.getVariable()}: ${name} = ${url(c)} } = process.env;`,
  ),
  'env required': declared(
    'BASE',
    '',
    (c, name) => {
      const read = c.name('required');
      const body = `const value = process.env[name];\n  if (!value) throw new Error(name);\n  return value;`;
      return [
        `function ${read}(name${c.typed(': string')}) {\n  ${body}\n}`,
        `const ${name} = ${read}(${c.quote(c.getVariable())});`,
      ];
    },
    VARIABLE,
  ),
  'production or local': constant((c) => `process.env.NODE_ENV === 'local' ? 'http://localhost:3000' : ${url(c)}`),
  'config object': declared('config', '.voice.baseUrl', (c, name) => {
    return `const ${name} = { voice: { baseUrl: ${url(c)}, timeout: 3000 }, retries: 2 };`;
  }),
  'config object with env': declared('config', '.baseUrl', (c, name) => {
    return `const ${name} = { retries: 2, baseUrl: ${variable(c)} || ${url(c)} };`;
  }),
  'frozen config': declared('config', '.baseUrl', (c, name) => {
    return `const ${name} = Object.freeze({ baseUrl: ${url(c)} });`;
  }),
  'config spread': declared('config', '.baseUrl', (c, name) => {
    const defaults = c.name('defaults');
    return [
      `const ${defaults} = { baseUrl: ${url(c)}, retries: 1 };`,
      `const ${name} = { ...${defaults}, retries: 3 };`,
    ];
  }),
  'config assigned': declared(
    'config',
    '.baseUrl',
    (c, name) => `const ${name} = Object.assign({ retries: 1 }, { baseUrl: ${url(c)} });`,
    { certainty: 'may' },
  ),
  'config property set later': declared('config', '.baseUrl', (c, name) => [
    `const ${name}Values${c.typed(': Record<string, string>')} = {};\n${name}Values.baseUrl = ${url(c)};`,
    `const ${name} = ${name}Values;`,
  ]),
  'class field': settings('.baseUrl', none, (c) => `  baseUrl = ${url(c)};`),
  'static field': declared('Settings', '.baseUrl', (c, name) => {
    return `class ${name} {\n  static baseUrl = ${url(c)};\n}`;
  }),
  'private field and getter': settings('.baseUrl', none, (c) => {
    return `  #url = ${url(c)};\n  get baseUrl() {\n    return this.#url;\n  }`;
  }),
  'object getter': declared('config', '.baseUrl', (c, name) => {
    return `const ${name} = {\n  get baseUrl() {\n    return ${url(c)};\n  },\n};`;
  }),
  'constructor parameter': settings('.baseUrl', url, (c) => {
    const field = c.typed(':') === '' ? '' : '  baseUrl: string;\n';
    return `${field}  constructor(baseUrl${c.typed(': string')}) {\n    this.baseUrl = baseUrl;\n  }`;
  }),
  'constructor default': settings('.baseUrl', none, (c) => {
    const field = c.typed(':') === '' ? '' : '  baseUrl: string;\n';
    return `${field}  constructor(baseUrl = ${url(c)}) {\n    this.baseUrl = baseUrl;\n  }`;
  }),
  'constructor options': settings('.baseUrl', none, (c) => {
    const field = c.typed(':') === '' ? '' : '  baseUrl: string;\n';
    return `${field}  constructor({ baseUrl = ${url(c)} } = {}) {\n    this.baseUrl = baseUrl;\n  }`;
  }),
  'function return': declared('getBase', '()', (c, name) => {
    return `function ${name}() {\n  return ${variable(c)} ?? ${url(c)};\n}`;
  }),
  'function return destructured': declared('BASE', '', (c, name) => {
    const load = c.name('loadSettings');
    const body = `  const baseUrl = ${url(c)};\n  const retries = 2;\n  return { baseUrl, retries };`;
    return [`function ${load}() {\n${body}\n}`, `const { baseUrl: ${name} } = ${load}();`];
  }),
  'URL origin': declared('endpoint', '.origin', (c, name) => `const ${name} = new URL(${c.quote(`${c.url}/`)});`),
  'URL href': declared('endpoint', '.href', (c, name) => `const ${name} = new URL(${c.quote(`${c.url}/`)});`, SLASH),
  'region map': declared('BASE', '', (c, name) => {
    const regions = c.name('REGIONS');
    const type = c.typed(': Record<string, string>');
    return [
      `const ${regions}${type} = { us: ${url(c)}, eu: ${c.quote(c.otherUrl)} };`,
      `const ${name} = ${regions}[process.env.VOICE_REGION ?? 'us'];`,
    ];
  }),
  'region by dot': declared('REGIONS', '.us', (c, name) => {
    return `const ${name} = { us: ${url(c)}, eu: ${c.quote(c.otherUrl)} };`;
  }),
  'region assigned': declared('getBase', '()', (c, name) => {
    const base = c.name('base');
    return [
      `let ${base} = ${url(c)};\nif (process.env.VOICE_REGION === 'eu') ${base} = ${c.quote(c.otherUrl)};`,
      `function ${name}() {\n  return ${base};\n}`,
    ];
  }),
  'region switch': declared('BASE', '', (c, name) => {
    const pick = c.name('pickBase');
    const cases = `    case 'eu':\n      return ${c.quote(c.otherUrl)};\n    default:\n      return ${url(c)};`;
    return [
      `function ${pick}(region${c.typed('?: string')}) {\n  switch (region) {\n${cases}\n  }\n}`,
      `const ${name} = ${pick}(process.env.VOICE_REGION);`,
    ];
  }),
  'trailing slash': constant((c) => c.quote(`${c.url}/`), SLASH),
  'slash replaced': constant((c) => `${c.quote(`${c.url}/`)}.replace(/\\/$/, '')`),
  'env slash replaced': constant((c) => `(${variable(c)} ?? ${c.quote(`${c.url}/`)}).replace(/\\/+$/, '')`),
  'slash sliced': declared('BASE', '', (c, name) => {
    const raw = c.name('raw');
    return [
      `const ${raw} = ${c.quote(`${c.url}/`)};`,
      `const ${name} = ${raw}.endsWith('/') ? ${raw}.slice(0, -1) : ${raw};`,
    ];
  }),
  'host template': declared('BASE', '', (c, name) => {
    const host = c.name('HOST');
    return [`const ${host} = ${c.quote(c.url.replace('https://', ''))};`, `const ${name} = \`https://\${${host}}\`;`];
  }),
  'host concatenated': declared('BASE', '', (c, name) => {
    const host = c.name('HOST');
    return [`const ${host} = ${c.quote(c.url.replace('https://', ''))};`, `const ${name} = 'https://' + ${host};`];
  }),
  'pieces joined': constant((c) => `['https:', '', ${c.quote(c.url.replace('https://', ''))}].join('/')`),
  'upper-case host': constant((c) => c.quote(c.url.replace(/voice\.example/, 'Voice.Example'))),
  'default port': constant((c) => c.quote(c.url.replace('.example', '.example:443'))),
  'destructured array': declared('BASE', '', (c, name) => {
    return `const [${name}] = [${url(c)}, ${c.quote(c.otherUrl)}];`;
  }),
  'configured by a setter': declared('getBase', '()', (c, name) => {
    const current = c.name('current');
    const configure = c.name('configure');
    const type = c.typed(': { baseUrl: string }');
    return [
      `let ${current}${c.typed(': string')};\nfunction ${configure}(options${type}) {\n  ${current} = options.baseUrl;\n}\n${configure}({ baseUrl: ${url(c)} });`,
      `function ${name}() {\n  return ${current};\n}`,
    ];
  }),
  'map of hosts': constant((c) => `new Map([['voice', ${url(c)}]]).get('voice')${c.typed('!')}`, { certainty: 'may' }),
  'plain http': constant((c) => c.quote(c.url.replace('https:', 'http:')), { certainty: 'must', isInsecure: true }),
  aliased: declared('BASE', '', (c, name) => {
    const first = c.name('endpoint');
    return [`const ${first} = ${url(c)};\nconst ${first}Alias = ${first};`, `const ${name} = ${first}Alias;`];
  }),
  'string made': constant((c) => `String(${url(c)}).trim()`, MUST),
};
