import { blankComments } from '../model/blank.ts';
import type { EnvAssignment } from '../model/project.ts';
import { findAddress } from './parse-env.ts';

/**
 * Variables that are set where programs are built or started: `environment:` of compose files, `ENV` of images, `env` of
 * frameworks, hosts and process managers. Such files say other things as well, in languages of their own: they are searched as
 * texts, and only names in capitals count.
 */

const DEPLOYMENTS =
  /^(?:(?:docker-)?compose[\w.-]*\.ya?ml|(?:[\w-]+\.)?dockerfile(?:\.[\w-]+)?|serverless(?:\.[\w-]+)?\.(?:ya?ml|[cm]?[jt]s)|(?:netlify|fly)\.toml|(?:vercel|now|eas|nodemon)\.json|(?:render|app)\.ya?ml|ecosystem\.config\.[cm]?js|(?:next|nuxt|vite|vue|astro|sst)\.config\.[cm]?[jt]s)$/i;

/** Up to the value: `- NAME=`, `"NAME": "`, `'process.env.NAME': JSON.stringify('`, `NAME: ${NAME:-`, `NAME: process.env.NAME ?? '`. */
const ASSIGNMENT =
  /(?<![\w$.-])(?:["']?(?:process|import\.meta)\.env\.|["'])?([A-Z][A-Z\d_]{2,})["']?(?:\s*[:=]\s*|[ \t]+(?=https?:))(?:JSON\W{1,3}stringify\W{1,4}\s*)?(?:process\.env\.\w+\s*(?:\|\||\?\?)\s*)?["'`]{0,2}(?:\$\{\w+:?-)?(https?:\/\/[\w.:@/-]+)(?![\w.:@/$%{-])/g;

export function isDeployment(name: string): boolean {
  return DEPLOYMENTS.test(name);
}

/** Others write `#` at the beginning of a line. */
const SLASHED = /\.(?:[cm]?[jt]s|jsonc?)$/i;

function isComment(text: string, at: number): boolean {
  return /^\s*(?:#|\/\/|\/?\*)/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at + 1));
}

/** What one file sets; a name that it gives several hosts, to services of which each has its own, says nothing. */
export function parseDeployment(file: string, text: string): readonly EnvAssignment[] {
  // What else Vite's settings call variables are those of its test runner.
  const isOnlyDefined = /\bvite\.config\./.test(file);
  const code = SLASHED.test(file) ? blankComments(text) : text;
  const found = Array.from(
    code.matchAll(ASSIGNMENT),
    ({ 0: all, 1: name = '', 2: url = '', index }): EnvAssignment[] => {
      const isOther = isComment(text, index) || (isOnlyDefined && !all.includes(`env.${name}`));
      const value = isOther ? undefined : findAddress(url);
      return value === undefined ? [] : [{ name, value, file, line: text.slice(0, index).split('\n').length }];
    },
  ).flat();
  const hosts = new Map<string, Set<string>>();
  for (const { name, value } of found) {
    const host = new URL(value).host;
    hosts.set(name, (hosts.get(name) ?? new Set()).add(host));
  }
  return found.filter(({ name }) => hosts.get(name)?.size === 1);
}
