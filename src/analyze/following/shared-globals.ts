import type { Module } from '../modules/module.ts';

/**
 * Members of the global object that one file sets and others read: no import leads from the one to the other, and either
 * may be the one without a word of the catalogue.
 */

const OBJECT = '(?<![\\w$.])(?:globalThis|window|self|global)';
const NAMES_OBJECT = /(?<![\w$.])(?:globalThis|window|self|global)(?:\.|\?\.|\[)/;
const NAMED = new RegExp(`${OBJECT}(?:\\??\\.|(?:\\?\\.)?\\[['"])([A-Za-z_$][\\w$]*)`, 'g');
const SET = new RegExp(
  `${OBJECT}(?:\\.|\\[['"])([A-Za-z_$][\\w$]*)(?:['"]\\])?\\s*(?:\\?\\?|\\|\\||&&)?=(?![=>])`,
  'g',
);
/** What pages and servers set often, and no address of an API is made of. */
const SET_BY_ALL = /^(?:document|on[a-z]+|name)$/;

/** What a page has of itself. */
const OF_PAGES =
  /^(?:location|history|localStorage|sessionStorage|(?:add|remove)EventListener|scroll\w*|inner\w+|open)$/;

/** `var self = this;`: an object of the file's own. */
const OWN_SELF = /(?:\b(?:const|let|var)\s|,)\s*self\s*=\s*(?!(?:globalThis|window|global|typeof)\b|=)/;

/** Does a place of the text stand in a line of its own that is a comment? */
function isComment(text: string, at: number): boolean {
  return /^\s*(?:\/?\*|\/\/)/.test(text.slice(text.lastIndexOf('\n', at) + 1, at));
}

function listNames(text: string, form: RegExp): readonly string[] {
  const isOwn = OWN_SELF.test(text);
  const found = Array.from(text.matchAll(form), ({ 0: member, 1: name = '', index }) =>
    isComment(text, index) || (isOwn && member.startsWith('self')) ? [] : name,
  ).flat();
  return [...new Set(found)].filter(
    (name) => !SET_BY_ALL.test(name) && !(name in globalThis && name !== 'fetch') && !OF_PAGES.test(name),
  );
}

export class SharedGlobals {
  readonly #named = new Set<string>();
  readonly #set = new Set<string>();

  static isNamedIn({ text }: Module): boolean {
    return NAMES_OBJECT.test(text);
  }

  /** Has it more to do with those than that it puts a `fetch` of its own in the place of the platform's, as many tests do? */
  spreadsFrom(text: string): boolean {
    return [NAMED, SET].some((form) =>
      listNames(text, form).some((name) => name !== 'fetch' && (this.#named.has(name) || this.#set.has(name))),
    );
  }

  /** A module that sends what it holds. */
  take({ text }: Module): void {
    for (const name of listNames(text, NAMED)) this.#named.add(name);
    // Who calls the platform's own function reads no variable of this file: it sends by its own name, wherever it stands.
    for (const name of listNames(text, SET)) if (name !== 'fetch') this.#set.add(name);
  }

  /** The texts to search files for: a file with one of them sets a global that the modules read, or reads one that they set. */
  listTexts(): readonly string[] {
    return [
      ...[...this.#named].flatMap((name) => [
        ...['', ' ', ' ??', ' ||'].map((before) => `.${name}${before}=`),
        ...["'", '"'].map((quote) => `[${quote}${name}${quote}]`),
      ]),
      ...this.#set,
    ];
  }

  takes(text: string): boolean {
    if (this.#named.size === 0) return false;
    const mayRead = [...this.#set].some((name) => text.includes(name));
    if (mayRead) for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) if (this.#set.has(word)) return true;
    return listNames(text, SET).some((name) => this.#named.has(name));
  }
}
