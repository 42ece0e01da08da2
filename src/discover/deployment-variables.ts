import { basename } from 'node:path';
import { blankComments } from '../model/blank.ts';
import type { EnvAssignment, SourceFile } from '../model/project.ts';
import { findAddress } from './parse-env.ts';

/**
 * Variables that are set where programs are built or started: `environment:` of compose files, `ENV` of images, `env` of
 * frameworks, hosts, clusters, workflows and process managers. Such files say other things as well, in languages of their own:
 * they are searched as texts, and only names in capitals count.
 */

const DEPLOYMENTS =
  /^(?:(?:docker-)?compose[\w.-]*\.ya?ml|(?:[\w-]+\.)?dockerfile(?:\.[\w-]+)?|serverless(?:\.[\w-]+)?\.(?:ya?ml|[cm]?[jt]s)|(?:netlify|fly)\.toml|(?:vercel|now|eas|nodemon|local\.settings)\.json|(?:render|app)\.ya?ml|ecosystem\.config\.[cm]?js|webpack[\w.-]*\.[cm]?[jt]s|(?:next|nuxt|vite|vue|astro|sst|rspack|rsbuild|rollup|craco)(?:\.[\w-]+)?\.config\.[cm]?[jt]s)$/i;

/** Manifests of clusters, templates of functions, workflows: YAML of any name, and what Terraform reads. */
const INFRASTRUCTURE = /(?:\.ya?ml|\.tf|\.tfvars)$/i;
const LOCKED = /^(?:pnpm-lock|openapi|swagger|mkdocs|_config)\b/i;
/** Of such files, those that set variables have a place for them. */
const BLOCK = /^[ \t"'-]*(?:env|environment|envVars|env_variables|data|stringData|variables)["']?\s*[:={]/im;

/** Up to the value: `- NAME=`, `"NAME": "`, `'process.env.NAME': JSON.stringify('`, `NAME: ${NAME:-`, `NAME: process.env.NAME ?? '`. */
const VALUE = /["'`]{0,2}(?:\$\{(?:\w+:?-|env:\w+,\s*["']?))?(https?:\/\/[\w.:@/-]+)(?![\w.:@/$%{-])/.source;
const ASSIGNMENT = new RegExp(
  `(?<![\\w$.-])(?:["']?(?:process|import\\.meta)\\.env(?:\\.|\\[["'])|["'])?([A-Z][A-Z\\d_]{2,})["']?\\]?(?:\\s*(?:\\|\\||\\?\\?)?[:=]\\s*|[ \\t]+(?=https?:))(?:JSON\\W{1,3}stringify\\W{1,4}\\s*)?(?:process\\.env\\.\\w+\\s*(?:\\|\\||\\?\\?)\\s*)?${VALUE}`,
  'g',
);
/** `- name: NAME` above `value: …`, `{ name = "NAME", value = "…" }`, `addEnvironment('NAME', '…')` */
const PAIR = new RegExp(
  `(?:(?<![\\w$.-])["']?(?:name|key)["']?\\s*[:=]\\s*|\\baddEnvironment\\(\\s*)["']?([A-Z][A-Z\\d_]{2,})["']?\\s*,?\\s*(?:["']?value["']?\\s*[:=]\\s*)?(?<=[:=,]\\s*)${VALUE}`,
  'gi',
);

export function isDeployment(name: string): boolean {
  return DEPLOYMENTS.test(name) || name === 'package.json' || (INFRASTRUCTURE.test(name) && !LOCKED.test(name));
}

/** Others write `#` at the beginning of a line. */
const SLASHED = /\.(?:[cm]?[jt]s|jsonc?)$/i;

function isComment(text: string, at: number): boolean {
  return /^\s*(?:#|\/\/|\/?\*)/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at + 1));
}

/** The scripts of a manifest, in their place: what else it holds is not set when they run. */
function keepScripts(text: string): string {
  const scripts = /"scripts"\s*:\s*\{[^}]*\}/.exec(text);
  if (scripts === null) return '';
  return `${text.slice(0, scripts.index).replace(/[^\n]/g, ' ')}${scripts[0]}`;
}

/** `"test:unit": "VOICE_URL=http://voice.test mocha"` */
const TEST_SCRIPT = /^\s*"(?:pre|post)?(?:test|e2e|coverage)\b[^"]*"\s*:/;

/** Does a script of a manifest that runs tests set it? */
function markTests(found: EnvAssignment, text: string): EnvAssignment {
  const isOfTests = TEST_SCRIPT.test((text.split('\n')[found.line - 1] ?? '').replace(/^.*"scripts"\s*:\s*\{/, ''));
  return isOfTests ? { ...found, isOfTests } : found;
}

/** What of a file is looked at. */
function readDeployment(file: string, text: string): string {
  if (/(?:^|\/)package\.json$/.test(file)) return keepScripts(text);
  if (INFRASTRUCTURE.test(file) && !DEPLOYMENTS.test(basename(file)) && !BLOCK.test(text)) return '';
  return SLASHED.test(file) ? blankComments(text) : text;
}

/** A name that one file gives several hosts, to services of which each has its own, says nothing. */
function dropDisputed(found: readonly EnvAssignment[]): readonly EnvAssignment[] {
  const hosts = new Map<string, Set<string>>();
  for (const { name, value } of found) {
    const host = new URL(value).host;
    hosts.set(name, (hosts.get(name) ?? new Set()).add(host));
  }
  return found.filter(({ name }) => hosts.get(name)?.size === 1);
}

/** What the patterns find; `isSetting`: is what stands in front of the address one that counts? */
function findSettings(
  patterns: readonly RegExp[],
  { path, text }: SourceFile,
  isSetting: (all: string, name: string) => boolean,
): readonly EnvAssignment[] {
  const found = patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: all, 1: name = '', 2: url = '', index }): EnvAssignment[] => {
      const isOther = name !== name.toUpperCase() || isComment(text, index) || !isSetting(all, name);
      const value = isOther ? undefined : findAddress(url);
      return value === undefined ? [] : [{ name, value, file: path, line: text.slice(0, index).split('\n').length }];
    }).flat(),
  );
  return dropDisputed(found);
}

/** What one file sets. */
export function parseDeployment(file: string, text: string): readonly EnvAssignment[] {
  // What else such settings call variables are those of a test runner, or names of which a build makes texts.
  const isOnlyDefined = /(?:^|\/)(?:(?:vite|rspack|rsbuild|rollup|craco)\b[\w.-]*\.config\.|webpack)/.test(file);
  const source = { path: file, text: readDeployment(file, text) };
  const found = findSettings([ASSIGNMENT, PAIR], source, (all, name) => !isOnlyDefined || all.includes(`env.${name}`));
  return /(?:^|\/)package\.json$/.test(file) ? found.map((one) => markTests(one, text)) : found;
}

/** Code that describes where programs run. */
const STACK = /["'](?:aws-cdk-lib|@aws-cdk\/|@pulumi\/|cdktf|@cdktf\/|cdk8s|@cdk8s\/|sst)[^"'\n]*["']/;

/** What code sets: that of stacks in tables, all other in the environment of its own process. */
export function parseCodeSettings({ path, text }: SourceFile): readonly EnvAssignment[] {
  const source = { path, text: blankComments(text) };
  if (STACK.test(text)) return findSettings([ASSIGNMENT, PAIR], source, () => true);
  return findSettings([ASSIGNMENT], source, (all) => /^["']?process\.env\b.*?[^=!]=(?!=)/s.test(all));
}
