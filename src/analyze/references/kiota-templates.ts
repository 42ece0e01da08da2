import type * as t from '@babel/types';
import type { HttpRequest } from '../../model/analysis.ts';
import { flatMap } from '../../model/flat-map.ts';
import { getEnd, getStart, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { toParts } from '../chains/collect-requests.ts';
import { VERBS } from '../clients/client.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import { getLocation, getRegion, type Module } from '../modules/module.ts';
import { flatten } from '../texts/flat-texts.ts';
import { listTexts, makeAtomsValue, makeUnknown, splitAtoms } from '../texts/texts.ts';
import { joinUrl } from '../urls/urls.ts';
import { listRefs, listTrail } from '../values/provenance.ts';
import { unite } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';

/**
 * Clients that Kiota generates: `export const AgentsUriTemplate = "{+baseurl}/agents{?limit}"`, which the adapter fills with its
 * `baseUrl`.
 */

const BEGINNING = '{+baseurl}';
const TEMPLATE = /\{\+baseurl\}/;
const PACKAGE = /['"]@microsoft\/kiota-/;

const adapters = new WeakMap<Evaluator, readonly Value[]>();

/** What adapters are told to send to. */
function listBases(evaluator: Evaluator): readonly Value[] {
  const known = adapters.get(evaluator);
  if (known !== undefined) return known;
  const found = evaluator.index
    .listMemberAssignments('baseUrl')
    .filter(({ module, operator }) => operator === '=' && mentions(module, PACKAGE))
    .map(({ value, module }) => evaluator.evaluate(value, module, evaluator.anyCaller));
  adapters.set(evaluator, found);
  return found;
}

/** What stands behind the base, without its query. */
function cutTemplate(text: TextValue): TextValue {
  const [, behind] = splitAtoms(text.atoms, BEGINNING.length);
  const query = flatten(behind).search(/\{[?&#]/);
  return makeAtomsValue(query === -1 ? behind : splitAtoms(behind, query)[0], text);
}

/** `{ get: { uriTemplate: AgentsUriTemplate } }`: where tables, from which the package takes what it sends, name the template. */
function listRows(template: t.StringLiteral, module: Module): readonly SyntaxNode[] {
  const declared = getParent(template);
  const name =
    declared?.type === 'VariableDeclarator' && declared.id.type === 'Identifier' ? declared.id.name : undefined;
  if (name === undefined) return [];
  return flatMap(module.scripts, ({ identifiers }) =>
    identifiers.get(name).filter((use) => {
      const row = getParent(use);
      return row?.type === 'ObjectProperty' && row.value === use && nameKey(row) === 'uriTemplate';
    }),
  );
}

function listMethods(rows: readonly SyntaxNode[]): readonly string[] | null {
  const methods = rows.flatMap((use): readonly string[] => {
    const row = getParent(use);
    const table = row === undefined ? undefined : getParent(row);
    const entry = table === undefined ? undefined : getParent(table);
    const method = entry?.type === 'ObjectProperty' ? (nameKey(entry) ?? '') : '';
    return VERBS.includes(method) ? [method.toUpperCase()] : [];
  });
  return methods.length === 0 ? null : [...new Set(methods)].sort();
}

/** The tables by their names, wherever the package is handed them: it sends what they hold. */
function listHandedOn(evaluator: Evaluator, rows: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const names = new Set(
    rows.flatMap((row) => {
      let at: SyntaxNode | undefined = row;
      while (at !== undefined && at.type !== 'VariableDeclarator') at = getParent(at);
      return at?.type === 'VariableDeclarator' && at.id.type === 'Identifier' ? [at.id.name] : [];
    }),
  );
  const using = evaluator.graph.loaded.filter((module) => mentions(module, PACKAGE));
  return flatMap(using, ({ scripts }) =>
    flatMap(scripts, ({ identifiers }) => flatMap([...names], (name) => identifiers.get(name))),
  );
}

function toRequest(evaluator: Evaluator, template: t.StringLiteral, module: Module): HttpRequest {
  evaluator.ask(undefined, module);
  const bases = listBases(evaluator);
  const rows = listRows(template, module);
  const used = [...rows, ...listHandedOn(evaluator, rows)].map((node) => evaluator.identify(node));
  const open = makeUnknown(template, module, 'who makes the adapter says where it sends');
  const base = bases.length === 0 ? open : unite(bases);
  const paths = listTexts(evaluator.evaluate(template, module, null), template, module).map(cutTemplate);
  const url = joinUrl(base, unite(paths), 'slash', template, module);
  return {
    site: getLocation(module, getStart(template)),
    siteSpan: { file: module.path, start: getStart(template), end: getEnd(template) },
    client: 'kiota',
    methods: listMethods(rows),
    urls: listTexts(url, template, module).map((text) => ({
      parts: toParts(text.atoms),
      trail: listTrail(text.trail),
      references: [...listRefs(text.refs), ...used],
    })),
    expression: getRegion(module, getStart(template), getEnd(template)),
  };
}

/** Is it a template by which requests are built, and not something that a test or a mock compares? */
function isBuilding(template: t.StringLiteral): boolean {
  const parent = getParent(template);
  if (parent?.type === 'VariableDeclarator') return true;
  if (parent?.type === 'AssignmentExpression')
    return isMemberNode(unwrap(parent.left)) && nameMember(unwrap(parent.left)) === 'urlTemplate';
  if (parent?.type === 'ObjectProperty') return nameKey(parent) === 'uriTemplate';
  return parent?.type === 'CallExpression' && parent.callee.type === 'Super';
}

/** The templates of a module, each one request. */
export function findKiotaTemplates(evaluator: Evaluator, module: Module): readonly HttpRequest[] {
  if (!TEMPLATE.test(module.text)) return [];
  const found: HttpRequest[] = [];
  for (const { program } of module.scripts)
    someNode(program, (node) => {
      if (node.type === 'StringLiteral' && node.value.startsWith(BEGINNING) && isBuilding(node))
        found.push(toRequest(evaluator, node, module));
      return false;
    });
  return found;
}
