import type { Part } from './code.ts';
import { OTHER } from './vendors.ts';

/** What else a program does with a text that a request uses: none of it may change. */

interface OtherUseContext {
  readonly main: Part;
  /** The text, and the constant, table or function that it comes from, as code. */
  readonly text: string;
  readonly source: string;
  readonly lead: '' | '/';
}

type OtherUse = (context: OtherUseContext) => string;

export const OTHER_USES: Readonly<Record<string, OtherUse>> = {
  page: ({ text }) => `document.body.append(${text});`,
  route: ({ main, text }) => `${main.package('express', 'express')}().get(${text}, () => {});`,
  storage: ({ text }) => `localStorage.setItem(${text}, 'seen');`,
  vendor: ({ text, lead }) => `await fetch(\`${OTHER.url}${lead === '' ? '/' : ''}\${${text}}\`);`,
  push: ({ main, text }) => `${main.package('vue-router', 'useRouter', 'useRouter')}().push(${text});`,
  'named again': ({ text }) => `const href = ${text};\ndocument.body.append(href);`,
  argument: ({ main, text }) =>
    `const link = (href${main.typed(': string')}) => document.body.append(href);\nlink(${text});`,
  object: ({ main, text }) =>
    `const show = ({ href }${main.typed(': any')}) => document.body.append(href);\nshow({ label: 'Open', href: ${text} });`,
  'class field': ({ main, text }) => {
    const field = main.typed('  href: string;\n');
    const type = main.typed(': string');
    return `class Link {\n${field}  constructor(href${type}) {\n    this.href = href;\n  }\n}\ndocument.body.append(new Link(${text}).href);`;
  },
  template: ({ text }) => `document.body.append(\`<a href="\${${text}}">\`);`,
  json: ({ source }) => `document.body.append(JSON.stringify({ source: ${source} }));`,
  compared: ({ text, lead }) => `document.body.append(${text} === '${lead}agents/ag_7' ? 'open' : 'closed');`,
  prefix: ({ text, lead }) => `document.body.append(${text}.startsWith('${lead}agents') ? 'open' : 'closed');`,
  regexp: ({ text, lead }) =>
    `document.body.append(/^${lead === '' ? '' : '\\/'}agents/.test(${text}) ? 'open' : 'closed');`,
  pieces: ({ text }) => `document.body.append(${text}.split('/')[1]);`,
  key: ({ text }) => `document.body.append(Object.keys({ [${text}]: true })[0]);`,
};
