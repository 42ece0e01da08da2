import type { Part } from './code.ts';

/** Code with the platform's words that is none of the platform's business: nothing of it may change. */

export interface LookAlikeContext {
  readonly part: Part;
  readonly index: number;
  /** The platform's base and another vendor's, without a slash at the end. */
  readonly url: string;
  readonly otherUrl: string;
}

/** Declares functions and answers the statements that run them. */
export type LookAlike = (context: LookAlikeContext) => readonly string[];

/** A function of its own with these statements. */
function inFunction(make: (c: LookAlikeContext, q: (text: string) => string) => readonly string[]): LookAlike {
  return (c) => {
    const name = `lookAlike${c.index}`;
    const body = make(c, (text) => c.part.quote(text)).map((line) => `  ${line}`);
    c.part.declare(`async function ${name}() {\n${body.join('\n')}\n}`, null, name);
    return [`await ${name}();`];
  };
}

export const LOOK_ALIKES: Readonly<Record<string, LookAlike>> = {
  'own routes': inFunction((_c, q) => [
    `await fetch(${q('/agents')});`,
    `await fetch(${q('/calls/ag_7')}, { method: 'POST' });`,
    `await fetch(\`/workflows/\${'x'}\`);`,
  ]),
  'own helper': inFunction((_c, q) => [
    'const apiGet = (path) => fetch(`/api${path}`);'.replace('path)', `path${_c.part.typed(': string')})`),
    `await apiGet(${q('/agents')});`,
    `await apiGet(${q('/calls')});`,
  ]),
  'own origin': inFunction((_c, q) => [
    `const base = 'https://app.own.test';`,
    `await fetch(base + ${q('/agents')});`,
    'await fetch(`${base}/calls`);',
  ]),
  links: inFunction((_c, q) => [
    `const links = [{ href: ${q('/agents')}, label: 'Agents' }, { href: ${q('/calls')}, label: ${q('/calls')} }];`,
    'for (const { href, label } of links) document.body.append(`<a href="${href}">`, label);',
  ]),
  navigation: inFunction((_c, q) => [
    `history.pushState(null, '', ${q('/calls/ag_7')});`,
    `localStorage.setItem(${q('/agents')}, 'open');`,
  ]),
  'server routes': inFunction((c, q) => [
    `const app = ${c.part.package('express', 'express')}();`,
    `app.get(${q('/agents')}, () => {});`,
    `app.post(${q('/calls')}, () => {});`,
  ]),
  'other vendor': inFunction((c, q) => [
    `await fetch(${q(`${c.otherUrl}/agents`)});`,
    `await fetch(\`${c.otherUrl}/calls/\${'id'}\`, { method: 'DELETE' });`,
  ]),
  'host that looks alike': inFunction((c, q) => [
    `await fetch(${q(`${c.url.replace('.example', '.example.evil.test')}/agents`)});`,
    `await fetch(${q(`${c.url.replace('https://', 'https://not')}/calls`)});`,
    `await fetch(${q(`${c.url.replace('.example', '.example:8443')}/agents`)});`,
  ]),
  'already v1': inFunction((c, q) => [
    `await fetch(${q(`${c.url}/v1/agents`)});`,
    `const base = ${q(`${c.url}/v1`)};`,
    'await fetch(`${base}/calls/${1}`);',
  ]),
  'no counterpart': inFunction((c, q) => [
    `const base = ${q(c.url)};`,
    'await fetch(`${base}/campaigns/${1}/leads`);',
    'await fetch(`${base}/web-call`, { method: "POST" });',
    `await fetch(base + ${q('/calls/outbound')});`,
    'await fetch(`${base}/calls/web/${1}`);',
  ]),
  unlisted: inFunction((c, q) => [
    `const base = ${q(c.url)};`,
    'await fetch(`${base}/health`);',
    'await fetch(`${base}/callsign/${1}`);',
    `await fetch(base + ${q('/agents-archive')});`,
    `await fetch(${q(`${c.url}/api/agents`)});`,
  ]),
  'words in comments and patterns': inFunction((c, q) => [
    `// GET ${c.url}/agents and /calls`,
    'const pattern = /^\\/agents\\/[^/]+$/;',
    `document.body.append(pattern.test(${q('/agents/1')}) ? 'yes' : 'no');`,
    `document.body.append(${q('GET /agents answers with a list of /calls')});`,
  ]),
  'web socket': inFunction((c, q) => [`document.body.append(${q(`${c.url.replace('https:', 'wss:')}/calls`)});`]),
  'error text': inFunction((_c, q) => [
    'try {',
    `  throw new Error(${q('POST /calls failed')});`,
    '} catch (error) {',
    `  document.body.append((error${_c.part.typed(' as Error')}).message);`,
    '}',
  ]),
};
