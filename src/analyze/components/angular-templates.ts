import type * as t from '@babel/types';
import { quoteName } from '../../model/name-patterns.ts';
import { type ClassNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';

/**
 * Templates of Angular, which are no code here: `template: '<a [routerLink]="path">'`, `templateUrl: './calls.html'`. They show
 * members of the component, compare them, lead to them, and may set them.
 */

export type ClassField = t.ClassProperty | t.ClassPrivateProperty | t.ClassAccessorProperty;

/** The call of a decorator by this name. */
function findDecorator({ decorators }: ClassField | ClassNode, name: string) {
  for (const { expression } of decorators ?? []) {
    const call = unwrap(expression);
    if (call.type === 'CallExpression' && nameCallee(call.callee) === name) return call;
  }
  return null;
}

function readGiven(node: SyntaxNode): string | null {
  const given = unwrap(node);
  if (given.type === 'StringLiteral') return given.value;
  return given.type === 'TemplateLiteral' ? given.quasis.map(({ value }) => value.cooked ?? '').join(' ') : null;
}

const templates = new WeakMap<ClassNode, string>();

/** The template of a component; an empty text for every other class. */
function readTemplate({ graph }: Evaluator, node: ClassNode, module: Module): string {
  const known = templates.get(node);
  if (known !== undefined) return known;
  const options = findDecorator(node, 'Component')?.arguments[0];
  let text = '';
  for (const member of options?.type === 'ObjectExpression' ? options.properties : []) {
    const name = nameKey(member);
    const given = member.type === 'ObjectProperty' ? readGiven(member.value) : null;
    if (given === null) continue;
    if (name === 'template') text += given;
    if (name === 'templateUrl') text += graph.project.readText(given, module.path) ?? '';
  }
  templates.set(node, text);
  return text;
}

/** The templates of all components that are loaded, one behind the other. */
const all = new WeakMap<Evaluator, { readonly loaded: number; readonly text: string }>();

function readAll(evaluator: Evaluator): string {
  const { loaded } = evaluator.graph;
  const known = all.get(evaluator);
  if (known?.loaded === loaded.length) return known.text;
  const components = loaded
    .filter(({ text }) => text.includes('@Component'))
    .flatMap((module) => module.scripts.flatMap(({ classes }) => classes.map((node) => ({ node, module }))));
  const text = components.map(({ node, module }) => readTemplate(evaluator, node, module)).join('\n');
  all.set(evaluator, { loaded: loaded.length, text });
  return text;
}

/** What of the members of a class stands in a template: `path` of its own, `service.path` of a service in any. */
function readAbout(
  evaluator: Evaluator,
  node: ClassNode,
  module: Module,
): { readonly text: string; readonly before: string } {
  const own = readTemplate(evaluator, node, module);
  if (own !== '') return { text: own, before: '(?<![\\w$.-])' };
  return { text: findDecorator(node, 'Injectable') === null ? '' : readAll(evaluator), before: '(?<=[\\w$]\\.)' };
}

/** Does a template name the member, be it to show it or to ask for it? */
export function isNamedInTemplate(evaluator: Evaluator, node: ClassNode, module: Module, name: string): boolean {
  const { text, before } = readAbout(evaluator, node, module);
  // Inside of a binding or of `{{ … }}`, and not as the text of a page.
  const inside = new RegExp(`(?:=\\s*(?:"[^"]*|'[^']*)|\\{\\{[^}]*)${before}${quoteName(name)}(?![\\w$(-])`);
  return text.includes(name) && inside.test(text);
}

/** `(click)="path = '/calls'"`, `[(ngModel)]="path"`, `@Input() path`: who says that a member is something else? */
export function findOtherGiver(
  evaluator: Evaluator,
  field: ClassField,
  node: ClassNode,
  module: Module,
): string | null {
  const name = nameKey(field);
  if (name === null || node.decorators === undefined || node.decorators === null) return null;
  if (findDecorator(field, 'Input') !== null) return 'who uses the component gives it';
  const { text, before } = readAbout(evaluator, node, module);
  if (!text.includes(name)) return null;
  const set = new RegExp(
    `${before}${quoteName(name)}\\s*=(?![=>])|\\)\\]\\s*=\\s*["']\\s*(?:[\\w$]+\\.)?${quoteName(name)}\\s*["']`,
  );
  return set.test(text) ? 'the template sets it' : null;
}
