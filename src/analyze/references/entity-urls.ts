import type { HttpRequest } from '../../model/analysis.ts';
import { flatMap } from '../../model/flat-map.ts';
import { type ClassNode, getEnd, getStart, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { toParts } from '../chains/collect-requests.ts';
import { findInheritedMember } from '../classes/instances.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import { findBindingOf, getLocation, getRegion, type Module } from '../modules/module.ts';
import { getTextHead, listTexts, makeUnknown } from '../texts/texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import { type ClassValue, NO_PROVENANCE, type Value } from '../values/values.ts';

/**
 * `@ngrx/data` asks for the names of entities behind a root: `{ provide: DefaultDataServiceConfig, useValue: { root } }`, or as
 * `class Urls extends DefaultHttpUrlGenerator { entityResource(name) { … } }` says.
 */

const PACKAGE = /['"]@ngrx\/data['"]/;
const MAKERS = ['entityResource', 'collectionResource'];
const REASON = 'the names of entities are its paths';

function isFromPackage(node: SyntaxNode, name: string, module: Module): boolean {
  const source = findBindingOf(module, unwrap(node))?.source;
  return source?.kind === 'import' && source.specifier === '@ngrx/data' && source.imported === name;
}

interface Root {
  readonly node: SyntaxNode;
  readonly url: Value;
}

/** What a class makes of the name of any entity. */
function readGenerator(evaluator: Evaluator, node: ClassNode, module: Module): readonly Root[] {
  if (!node.superClass || !isFromPackage(node.superClass, 'DefaultHttpUrlGenerator', module)) return [];
  const of: ClassValue = { type: 'class', node, module, env: null, ...NO_PROVENANCE };
  const instance = { type: 'instance', of, construction: null, any: true, ...NO_PROVENANCE } as const;
  const made = MAKERS.flatMap((name) => {
    const maker = findInheritedMember(evaluator, instance, name);
    if (maker?.type !== 'function') return [];
    const args = maker.fn.params.map(
      (param) => ({ kind: 'value', value: makeUnknown(param, module, REASON) }) as const,
    );
    return [evaluateReturn(evaluator, maker, { args, call: null, from: evaluator.anyCaller }, true)];
  });
  return made.slice(0, 1).map((url) => ({ node: node.superClass ?? node, url }));
}

/** Is the object with this member the configuration: by its type, or by what provides it? */
function isConfiguration(object: SyntaxNode, module: Module): boolean {
  const parent = getParent(object);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') {
    const annotation = parent.id.typeAnnotation;
    const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : null;
    return type?.type === 'TSTypeReference' && isFromPackage(type.typeName, 'DefaultDataServiceConfig', module);
  }
  const provider = parent?.type === 'ObjectProperty' && nameKey(parent) === 'useValue' ? getParent(parent) : undefined;
  if (provider?.type !== 'ObjectExpression') return false;
  return provider.properties.some(
    (member) =>
      member.type === 'ObjectProperty' &&
      nameKey(member) === 'provide' &&
      isFromPackage(member.value, 'DefaultDataServiceConfig', module),
  );
}

function readConfiguration(evaluator: Evaluator, key: SyntaxNode, module: Module): readonly Root[] {
  const member = getParent(key);
  const object = member?.type === 'ObjectProperty' && member.key === key ? getParent(member) : undefined;
  if (member?.type !== 'ObjectProperty' || object === undefined || !isConfiguration(object, module)) return [];
  const root = evaluator.evaluate(member.value, module, evaluator.anyCaller);
  return [{ node: member.value, url: joinUrl(root, makeUnknown(member.value, module, REASON), 'slash', key, module) }];
}

function toRequest({ node, url }: Root, module: Module): readonly HttpRequest[] {
  const texts = listTexts(url, node, module).filter(
    (text) => text.atoms[0]?.kind === 'env' || /^https?:/i.test(getTextHead(text)),
  );
  if (texts.length === 0) return [];
  return [
    {
      site: getLocation(module, getStart(node)),
      siteSpan: { file: module.path, start: getStart(node), end: getEnd(node) },
      client: 'ngrx-data',
      methods: null,
      urls: texts.map((text) => ({
        parts: toParts(text.atoms),
        trail: listTrail(text.trail),
        references: listRefs(text.refs),
      })),
      expression: getRegion(module, getStart(node), getEnd(node)),
    },
  ];
}

/** What the collections of a module are asked for, each at one root. */
export function findEntityUrls(evaluator: Evaluator, module: Module): readonly HttpRequest[] {
  if (!mentions(module, PACKAGE)) return [];
  return flatMap(module.scripts, ({ classes, identifiers }) =>
    [
      ...flatMap(classes, (node) => readGenerator(evaluator, node, module)),
      ...flatMap(identifiers.get('root'), (key) => readConfiguration(evaluator, key, module)),
    ].flatMap((root) => toRequest(root, module)),
  );
}
