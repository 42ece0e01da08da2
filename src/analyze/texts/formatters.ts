import { encodeSegment, makeQuery } from '../calls/global-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { concatTexts } from './concat-texts.ts';
import { fillPlaces } from './fill-text.ts';
import type { BuiltinCall } from './text-calls.ts';
import { listTexts, makeText, makeUnknown } from './texts.ts';

/** Functions of packages that fill values into a template: `util.format('%s/calls/%s', BASE, id)`, `compile('/calls/:id')({ id })`. */

/** What is filled in for a place of the template. */
type Given = (name: string, index: number) => Value | null;

interface Style {
  readonly pattern: RegExp;
  /** The name of a place; empty where its position counts. */
  readonly name: (match: RegExpMatchArray) => string;
  readonly isEncoded?: true;
}

const named: Style['name'] = (match) => match.slice(1).find((group) => group !== undefined) ?? '';

const PRINTF: Style = { pattern: /%(?:(\d+)\$|\((\w+)\))?[-+ 0#]*\d*(?:\.\d+)?[a-zA-Z%]/g, name: named };
const BRACES: Style = { pattern: /\{(\w*)\}/g, name: named };
const LODASH: Style = { pattern: /<%[-=]\s*(\w+)\s*%>|\$\{\s*(\w+)\s*\}/g, name: named };
const MUSTACHE: Style = { pattern: /\{\{\{?&?\s*(\w+)\s*\}?\}\}/g, name: named, isEncoded: true };
const COLON: Style = { pattern: /:([A-Za-z_]\w*)(?:\([^)]*\))?\??/g, name: named, isEncoded: true };
const URI: Style = { pattern: /\{[?&#/]?(\w+)\}/g, name: named, isEncoded: true };

/** `rest`: the values one by one; `list`: as one list; `members`: by name; `members-or-rest`: either. */
interface Formatter {
  readonly style: Style;
  readonly values: 'rest' | 'list' | 'members' | 'members-or-rest';
}

const printf: Formatter = { style: PRINTF, values: 'members-or-rest' };
const colon: Formatter = { style: COLON, values: 'members' };
const braces: Formatter = { style: BRACES, values: 'members-or-rest' };

/** Called with the template and the values. */
const DIRECT: Readonly<Record<string, Readonly<Record<string, Formatter>>>> = {
  util: { format: { style: PRINTF, values: 'rest' } },
  'node:util': { format: { style: PRINTF, values: 'rest' } },
  'sprintf-js': { sprintf: printf, vsprintf: { style: PRINTF, values: 'list' } },
  printf: { '': printf },
  'format-util': { '': printf },
  'string-format': { '': braces },
  'string-template': { '': braces },
  mustache: { render: { style: MUSTACHE, values: 'members' } },
  // `Utilities.formatString(…)` of Google Apps Script
  global: { 'Utilities.formatString': { style: PRINTF, values: 'rest' } },
  'react-router': { generatePath: colon },
  'react-router-dom': { generatePath: colon },
  regexparam: { inject: colon },
};

/** Called with the template; what they give back, or a member of it, is called with the values. */
const COMPILERS: Readonly<Record<string, Readonly<Record<string, Formatter>>>> = {
  'path-to-regexp': { 'compile()': colon },
  lodash: { 'template()': { style: LODASH, values: 'members' } },
  'lodash-es': { 'template()': { style: LODASH, values: 'members' } },
  'lodash/template': { '()': { style: LODASH, values: 'members' } },
  'lodash.template': { '()': { style: LODASH, values: 'members' } },
  handlebars: { 'compile()': { style: MUSTACHE, values: 'members' } },
  'url-template': {
    'parse().expand': { style: URI, values: 'members' },
    'parseTemplate().expand': { style: URI, values: 'members' },
  },
  'uri-templates': { '().fill': { style: URI, values: 'members' } },
};

function readValues(evaluator: Evaluator, { values }: Formatter, call: BuiltinCall, from: number): Given {
  const first = evaluator.getArgument(call.args, from);
  const isNamed = values === 'members' || (values === 'members-or-rest' && first?.type === 'object');
  return (name, index) => {
    if (isNamed && name !== '')
      return first === undefined ? null : evaluator.getProperty(first, name, call.node, call.module);
    const position = /^\d+$/.test(name) ? Number(name) : index;
    if (values !== 'list') return evaluator.getArgument(call.args, from + position) ?? null;
    return (first === undefined ? null : listElements(evaluator, first)?.[position]) ?? null;
  };
}

/** Are the values known, and this is none of them? A function can be handed over in their place. */
function isMissing(evaluator: Evaluator, value: Value | null, { args }: BuiltinCall, from: number): boolean {
  const given = evaluator.getArgument(args, from);
  return value !== null && isUndefined(value) && (given === undefined || given.type === 'object');
}

function fill(evaluator: Evaluator, template: Value, formatter: Formatter, call: BuiltinCall, from: number): Value {
  const { style } = formatter;
  const given = readValues(evaluator, formatter, call, from);
  let escapes = 0;
  return fillPlaces(
    template,
    style.pattern,
    (match, place) => {
      if (place === 0) escapes = 0;
      if (style === PRINTF && match[0] === '%%') {
        escapes += 1;
        return makeText('%');
      }
      if (style === URI && /^\{[?&#]/.test(match[0])) return makeQuery(call.node, call.module);
      // `%1$s` counts from one.
      const name = style.name(match);
      const value = given(style === PRINTF && /^\d+$/.test(name) ? String(Number(name) - 1) : name, place - escapes);
      const isGiven = value !== null && !isUndefined(value);
      const filled = isGiven ? value : makeUnknown(call.node, call.module, 'it is filled in when the code runs');
      const segment = style.isEncoded ? encodeSegment(filled, call.node, call.module) : filled;
      if (style !== URI || !match[0].startsWith('{/')) return segment;
      // `/agents{/id}`: without the id the slash is not there either.
      if (isMissing(evaluator, value, call, from)) return makeText('');
      return concatTexts([[makeText('/')], listTexts(segment, call.node, call.module)], call.node, call.module);
    },
    call.node,
    call.module,
  );
}

function isText(template: Value): boolean {
  return listOptions(template).every((option) => option.type === 'text');
}

/** `format(template, …values)`; null for a function that fills no template. */
export function callFormatter(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const formatter = DIRECT[callee.module]?.[callee.path.join('.')];
  const template = formatter === undefined ? undefined : evaluator.getArgument(call.args, 0);
  return formatter === undefined || template === undefined || !isText(template)
    ? null
    : fill(evaluator, template, formatter, call, 1);
}

/** `compile(template)(values)` */
export function callCompiled(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const { made } = callee;
  if (made === null || made.by.made !== null) return null;
  const name = `${made.by.path.join('.')}()${callee.path.map((part) => `.${part}`).join('')}`;
  const formatter = COMPILERS[made.by.module]?.[name];
  const template = formatter === undefined ? undefined : evaluator.getArgument(made.args, 0);
  return formatter === undefined || template === undefined || !isText(template)
    ? null
    : fill(evaluator, template, formatter, call, 0);
}
