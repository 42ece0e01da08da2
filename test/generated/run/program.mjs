import { createRequire } from 'node:module';
import { posix } from 'node:path';
import vm from 'node:vm';
import { createOutside } from './recording.mjs';

/** Loads one generated program from memory as Node would load it from disk, and notes what it sends and shows. */

const nodeRequire = createRequire(import.meta.url);
const EXTENSIONS = ['', '.mjs', '.js', '.cjs', '.ts', '.mts', '/index.mjs', '/index.js', '/index.cjs', '/index.ts'];

let typescript = null;

function stripTypes(code, fileName) {
  typescript ??= nodeRequire('typescript');
  const { ScriptTarget, ModuleKind } = typescript;
  const compilerOptions = { target: ScriptTarget.ES2022, module: ModuleKind.ESNext, verbatimModuleSyntax: true };
  return typescript.transpileModule(code, { fileName, compilerOptions }).outputText;
}

class Program {
  #files;
  #packages;
  #modules = new Map();
  #required = new Map();
  #evaluations = new Map();
  #isModuleByDefault;

  constructor(files, packages) {
    this.#files = files;
    this.#packages = packages;
    this.#isModuleByDefault = JSON.parse(files['package.json'] ?? '{}').type === 'module';
  }

  #resolve(specifier, from) {
    const target = posix.normalize(posix.join(posix.dirname(from), specifier));
    const candidates = [...EXTENSIONS.map((ending) => target + ending), target.replace(/\.js$/, '.ts')];
    const found = candidates.find((candidate) => Object.hasOwn(this.#files, candidate));
    if (found === undefined) throw new Error(`${from}: there is no ${specifier}`);
    return found;
  }

  #isCommonJs(path) {
    if (path.endsWith('.cjs')) return true;
    return path.endsWith('.js') && !this.#isModuleByDefault;
  }

  #wrap(id, exported) {
    const isObject = typeof exported === 'object' && exported !== null;
    const names = isObject || typeof exported === 'function' ? Object.keys(exported) : [];
    const named = names.filter((name) => name !== 'default' && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name));
    return new vm.SyntheticModule(
      ['default', ...named],
      function evaluate() {
        this.setExport('default', exported?.default ?? exported);
        for (const name of named) this.setExport(name, exported[name]);
      },
      { identifier: id },
    );
  }

  #require(specifier, from) {
    if (!specifier.startsWith('.')) return this.#packages[specifier] ?? nodeRequire(specifier);
    const path = this.#resolve(specifier, from);
    const known = this.#required.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    this.#required.set(path, module);
    const names = ['exports', 'require', 'module', '__filename', '__dirname'];
    const run = vm.compileFunction(this.#files[path], names, {
      filename: path,
      importModuleDynamically: (target) => this.#importDynamically(target, path),
    });
    run(module.exports, (target) => this.#require(target, path), module, `/${path}`, posix.dirname(`/${path}`));
    return module.exports;
  }

  #load(specifier, from) {
    const isFile = specifier.startsWith('.');
    const path = isFile ? this.#resolve(specifier, from) : specifier;
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const module =
      isFile && !this.#isCommonJs(path) ? this.#parse(path) : this.#wrap(path, this.#require(specifier, from));
    this.#modules.set(path, module);
    return module;
  }

  #parse(path) {
    const source = this.#files[path];
    return new vm.SourceTextModule(/\.m?ts$/.test(path) ? stripTypes(source, path) : source, {
      identifier: path,
      importModuleDynamically: (target) => this.#importDynamically(target, path),
    });
  }

  async #importDynamically(specifier, from) {
    const module = this.#load(specifier, from);
    await this.#evaluate(module);
    return module;
  }

  /** Once, also when two modules import it at the same time: one that is being linked cannot be evaluated. */
  #evaluate(module) {
    const running = this.#evaluations.get(module) ?? this.#linkAndEvaluate(module);
    this.#evaluations.set(module, running);
    return running;
  }

  async #linkAndEvaluate(module) {
    if (module.status === 'unlinked')
      await module.link((specifier, { identifier }) => this.#load(specifier, identifier));
    await module.evaluate();
  }

  async run(entry) {
    if (this.#isCommonJs(entry)) await this.#require(`./${posix.basename(entry)}`, entry);
    else await this.#evaluate(this.#load(`./${posix.basename(entry)}`, entry));
  }
}

/** The program at work; what is left of an earlier one writes to that one's list. */
let current = { events: [], step: '' };

function note(kind, text) {
  const event = { step: current.step, kind, text };
  current.events.push(event);
  return event;
}

/** A body as its JSON, where it is some. */
function readBody(body) {
  if (typeof body !== 'string') return body ?? null;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const outside = createOutside(
  (method, url) => {
    const event = note('request', `${method} ${url}`);
    return ({ headers, body }) => Object.assign(event, { headers, body: readBody(body) });
  },
  (text) => note('show', text),
);
const { log } = console;
Object.assign(globalThis, outside.globals);
console.log = (...words) => {
  if (words[0] === 'step') current.step = words[1];
};

export { log as print };

/** Runs a program; answers with its events in order: `{ step, kind: 'request' | 'show', text, headers?, body? }`. */
export async function runProgram({ files, entry, env }) {
  current = { events: [], step: '' };
  const { events } = current;
  outside.reset();
  Object.assign(process.env, env);
  let stray = null;
  const catchStray = (error) => {
    stray ??= error;
  };
  process.on('uncaughtException', catchStray);
  try {
    await new Program(files, outside.packages).run(entry);
    await new Promise((resolve) => setImmediate(resolve));
    if (stray !== null) throw stray;
    return { events, error: null };
  } catch (error) {
    return { events, error: String(error?.stack ?? error) };
  } finally {
    process.off('uncaughtException', catchStray);
    for (const name of Object.keys(env)) delete process.env[name];
  }
}
