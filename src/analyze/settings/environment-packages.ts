import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText, makeText } from '../texts/texts.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { makeEnvironmentText } from './environment.ts';
import { uniteDefaults } from './noted-defaults.ts';

/** Packages that hand out the environment in a form of their own. */

/** They read the environment without being handed it. */
const READING = /^(?:envsafe|ts-dotenv|env-schema|@fastify\/env)$/;

export function readsByItself({ made }: ExternalValue): boolean {
  return made !== null && READING.test(made.by.module);
}

/** `dotenv.config().parsed`, and `env(c)` of Hono: what they give back has the variables as its members. */
export function isLoadedEnvironment({ made, path }: ExternalValue): boolean {
  if (made === null) return false;
  const call = `${made.by.module}:${made.by.path.join('.')}`;
  if (/^dotenv(?:-flow|-safe)?:config$/.test(call)) return path.join('.') === 'parsed';
  return call === 'hono/adapter:env' && path.length === 0;
}

/** `env.get('VOICE_URL').default('https://…').required().asUrlString()` of env-var: the variable, with its default. */
export function evaluateVariableChain(evaluator: Evaluator, callee: ExternalValue, module: Module): Value | null {
  if (!/^as(?:String|UrlString)$/.test(callee.path.at(-1) ?? '')) return null;
  let name: string | null = null;
  const defaults: Value[] = [];
  let at = callee;
  for (; at.made !== null; at = at.made.by) {
    const given = evaluator.getArgument(at.made.args, 0);
    const text = findKnownText(given);
    const method = at.made.by.path.at(-1);
    if (method === 'get') name = text;
    if (method === 'default' && given?.type === 'text') defaults.push(given);
  }
  if (name === null || at.module !== 'env-var') return null;
  const values = [makeEnvironmentText(evaluator, name, module), ...defaults];
  return uniteDefaults(callee.path.at(-1) === 'asUrlString' ? values.map(normalise) : values);
}

/** `https://host` as `URL` writes it: with a slash. */
function normalise(value: Value): Value {
  const text = findKnownText(value);
  const isBare = text === null ? value.type === 'text' : /^https?:\/\/[^/?#]+$/i.test(text);
  return isBare && value.type === 'text' ? { ...value, atoms: [...value.atoms, ...makeText('/').atoms] } : value;
}
