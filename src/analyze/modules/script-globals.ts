import type { Project } from '../../model/project.ts';
import { readUncommented } from './code-text.ts';

/**
 * Scripts without imports and exports share one scope: those that a page names one after the other, and the files of an
 * Apps Script project. What one declares at its top, the others use without a word.
 */

const SCRIPT = /\.[gjt]s$/;
const MODULE = /(?:^|[;}])\s*(?:import|export)\b|\brequire\s*\(|\bmodule\.exports\b|(?:^|[^.\w])exports\.\w/m;
/** `if (typeof module !== 'undefined' && module.exports) module.exports = { … };`: for the tests of what is a script all the same. */
const ASKED_FOR = /\btypeof\s+(?:module|exports)\b/;
const EXPORTED = /\bmodule\.exports\b|\bexports\.\w/g;
/** At the beginning of a line: what is indented belongs to a function. */
const DECLARED = /^(?:async\s+)?(?:function\s*\*?|var|let|const|class)\s+([\w$]+)/gm;

/** `APP.api = …`, `window.APP = window.APP || {}`: the object of a whole page, to which each script adds its part. */
const EXTENDED =
  /(?:^|[^.\w$])(?:(?:window|self|globalThis)(?:\.|\[['"]))?([A-Za-z_$][\w$]*)(?:['"]\])?(?:\.[\w$]+|\[['"][\w$]+['"]\])?\s*=(?![=>])/gm;
/** What every page has, and libraries add to. */
const OF_ALL = /^(?:window|self|globalThis|document|location|console|module|exports|jQuery|[$_])$/;
const PAGE = /\.html?$/;

/** More files than this in neighbouring folders are no program of scripts. */
const MAX_SCRIPTS = 200;

function isModule(text: string): boolean {
  return MODULE.test(ASKED_FOR.test(text) ? text.replace(EXPORTED, '') : text);
}

interface Script {
  readonly path: string;
  readonly text: string;
  readonly declared: ReadonlySet<string>;
  readonly extended: ReadonlySet<string>;
}

function listFound(text: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
}

export class ScriptGlobals {
  readonly #project: Project;
  readonly #scripts = new Map<string, Script | null>();
  readonly #neighbours = new Map<string, readonly Script[]>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** The one script beside `from` that declares the name. */
  find(from: string, name: string): string | null {
    if (this.#read(from) === null) return null;
    const [script, ...others] = this.#listNeighbours(from).filter(
      ({ path, declared }) => path !== from && declared.has(name),
    );
    return script === undefined || others.length > 0 ? null : script.path;
  }

  /** The scripts that may use what another declares under this name. */
  listUsers(path: string, name: string): readonly string[] {
    if (this.#read(path)?.declared.has(name) !== true) return [];
    return this.#listNeighbours(path).flatMap((other) =>
      other.path !== path && other.text.includes(name) && this.find(other.path, name) === path ? [other.path] : [],
    );
  }

  /** The scripts beside `from` that give the object of this name a member, or make it. */
  listExtenders(from: string, name: string): readonly string[] {
    if (OF_ALL.test(name) || (!PAGE.test(from) && this.#read(from) === null)) return [];
    return this.#listNeighbours(from).flatMap(({ path, extended }) =>
      path !== from && extended.has(name) ? [path] : [],
    );
  }

  /** Is there a script that could use what this one declares? */
  isShared(path: string): boolean {
    return this.#read(path) !== null && this.#listNeighbours(path).length > 1;
  }

  /** The scripts that may use anything that another declares. */
  listAllUsers(path: string): readonly string[] {
    return [...(this.#read(path)?.declared ?? [])].flatMap((name) => this.listUsers(path, name));
  }

  #read(path: string): Script | null {
    const known = this.#scripts.get(path);
    if (known !== undefined) return known;
    const source = SCRIPT.test(path) ? this.#project.load(path) : undefined;
    const text = source === undefined ? undefined : readUncommented(source);
    const script =
      text === undefined || isModule(text)
        ? null
        : { path, text, declared: listFound(text, DECLARED), extended: listFound(text, EXTENDED) };
    this.#scripts.set(path, script);
    return script;
  }

  /** In the same folder, in those below it, and in those beside it. */
  #listNeighbours(from: string): readonly Script[] {
    const folder = from.replace(/[^/]*$/, '');
    const known = this.#neighbours.get(folder);
    if (known !== undefined) return known;
    const around = folder.replace(/[^/]*\/$/, '');
    const root = around === '' ? folder : around;
    const paths = this.#project.seen.filter((path) => SCRIPT.test(path) && path.startsWith(root));
    const scripts = paths.length > MAX_SCRIPTS ? [] : paths.flatMap((path) => this.#read(path) ?? []);
    this.#neighbours.set(folder, scripts);
    return scripts;
  }
}
