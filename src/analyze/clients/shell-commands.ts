import { listElements } from '../members/objects.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { flatten, sliceFlat } from '../texts/flat-texts.ts';
import { listTexts, makeAtomsValue, makeText, makeUnknown } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';
import { argument, argumentNode, type ClientCall, type HttpLibrary, type SentRequest, verb } from './client.ts';

/** Requests of a command: ``exec(`curl -X POST ${BASE}/calls`)``, `spawn('curl', ['-s', url])`, ``$`curl ${url}` `` of zx, bun and execa. */

/** What takes a command as one text, by its package. */
const WHOLE: Readonly<Record<string, RegExp>> = {
  child_process: /^(?:default\.)?exec(?:Sync)?$/,
  'node:child_process': /^(?:default\.)?exec(?:Sync)?$/,
  execa: /^(?:execaCommand(?:Sync)?|\$(?:\.sync)?)$/,
  zx: /^(?:\$(?:\.sync)?|spinner)$/,
  bun: /^\$$/,
  global: /^Bun\.\$$/,
  shelljs: /^(?:default\.)?exec$/,
  '@actions/exec': /^(?:default\.)?(?:exec|getExecOutput)$/,
};
/** What takes a program, and its arguments as a list. */
const LISTED: Readonly<Record<string, RegExp>> = {
  child_process: /^(?:default\.)?(?:spawn|execFile)(?:Sync)?$/,
  'node:child_process': /^(?:default\.)?(?:spawn|execFile)(?:Sync)?$/,
  execa: /^(?:execa(?:Sync)?|default)?$/,
  tinyexec: /^(?:x|exec)$/,
  '@actions/exec': /^(?:default\.)?(?:exec|getExecOutput)$/,
};

/** Programs that send requests; httpie's `http` and `https` stand for themselves. */
const PROGRAM = /(?:^|[\s|;&(`])(curl|wget|xh|https?)\s/;
/** An address, or what a variable begins with that is no file of an option. */
const ADDRESS = /https?:\/\/[^\s"'`\\|;<>]+|(?<=^|[\s"'])(?<!\s-{1,2}[\w-]+[ =]["']?)\0(?=\/)[^\s"'`\\|;<>]+/;
const NAMED_METHOD = /\s(?:-X|--request|--method)[ =]*["']?(\w+|\0)/;
const ONLY_HEAD = /\s(?:-I|--head|--spider)\s/;
const AS_QUERY = /\s(?:-G|--get)\s/;
const SENDS_BODY = /\s(?:-d|--data[\w-]*|--json|-F|--form[\w-]*|--post-(?:data|file))[\s=]/;
/** httpie: `http POST https://…` */
const FIRST_WORD = /(?:^|\s)(?:xh|https?)\s+([A-Z]+)\s/;
/** A word of which nothing is known, and that may be any option. */
const OPEN_WORD = /\s\0(?=\s|$)/;

function readMethod(call: ClientCall, command: string): Value | null {
  const named = (NAMED_METHOD.exec(command) ?? FIRST_WORD.exec(command))?.[1];
  if (named !== undefined && named !== '\0') return verb(named);
  if (named === '\0' || OPEN_WORD.test(command))
    return makeUnknown(call.node, call.module, 'it is an option of a command');
  if (ONLY_HEAD.test(command)) return verb('head');
  return SENDS_BODY.test(command) && !AS_QUERY.test(command) ? verb('post') : null;
}

/** The texts of the command, one word behind the other; null for a call that runs none. */
function listCommands(call: ClientCall): readonly TextValue[] {
  const { evaluator, node, module, env, target } = call;
  if (target.type !== 'external') return [];
  const name = target.path.join('.');
  if (node.type === 'TaggedTemplateExpression') {
    const isShell = WHOLE[target.module]?.test(name) === true;
    return isShell ? listTexts(evaluator.evaluate(node.quasi, module, env ?? null), node, module) : [];
  }
  const first = argument(call, 0);
  const second = argument(call, 1);
  if (first === undefined) return [];
  const words = second?.type === 'array' ? listElements(evaluator, second, env ?? null) : null;
  if (words !== null && LISTED[target.module]?.test(name) === true) {
    const pieces = [first, ...words].flatMap((word) => [listTexts(word, node, module), [makeText(' ')]]);
    return listTexts(concatTexts(pieces, node, module), node, module);
  }
  return WHOLE[target.module]?.test(name) === true ? listTexts(first, node, module) : [];
}

/** ``$({ quiet: true })`curl …` ``: the same with options. */
function create(call: ClientCall): Value | null {
  const { node, target } = call;
  const isShell = target.type === 'external' && /(?:^|\.)\$$/.test(target.path.join('.'));
  return isShell && node.type === 'CallExpression' && argument(call, 0)?.type === 'object' ? target : null;
}

function send(call: ClientCall): SentRequest | null {
  const sent = listCommands(call).flatMap((text) => {
    const command = flatten(text.atoms);
    const program = PROGRAM.exec(command);
    const found = program === null ? null : ADDRESS.exec(command.slice(program.index + program[0].length - 1));
    if (program === null || found === null) return [];
    const start = program.index + program[0].length - 1 + found.index;
    const url = makeAtomsValue(sliceFlat(text.atoms, start, start + found[0].length), text);
    return [{ url, method: readMethod(call, command) }];
  });
  const [first] = sent;
  if (first === undefined) return null;
  const methods = sent.map(({ method }) => method ?? verb('get'));
  return {
    client: 'curl',
    url: unite(sent.map(({ url }) => url)),
    urlNode: argumentNode(call, argument(call, 1)?.type === 'array' ? 1 : 0),
    method: sent.every(({ method }) => method === null) ? null : unite(methods),
  };
}

export const shellLibrary: HttpLibrary = {
  name: 'curl',
  modules: [...new Set([...Object.keys(WHOLE), ...Object.keys(LISTED)])].filter((name) => name !== 'global'),
  globals: ['Bun'],
  create,
  send,
};
