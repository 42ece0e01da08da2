import type { UrlReference } from '../model/analysis.ts';
import { getEnd, getStart, isCallNode } from '../syntax/nodes.ts';
import { getParent } from '../syntax/parents.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { toParts } from './collect-requests.ts';
import type { Evaluator } from './evaluator.ts';
import { getRegion, type Module } from './modules.ts';
import { getPatternText } from './patterns.ts';
import { listRefs, listTrail } from './provenance.ts';
import { getTextHead, listTexts, makeAtomsValue, splitAtoms } from './texts.ts';
import { namesUrl } from './urls.ts';
import type { TextValue } from './values.ts';

/** Texts that name a URL without being sent: mocks, assertions, constants, callback URLs. */

/** Is the literal a piece of a larger text, a module name, a type or a label of syntax? */
function isPiece(node: SyntaxNode): boolean {
  const parent = getParent(node);
  if (parent === undefined) return true;
  switch (parent.type) {
    case 'TemplateLiteral':
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportAttribute':
    case 'TSLiteralType':
    case 'TSExternalModuleReference':
    case 'ImportExpression':
    case 'Directive':
      return true;
    case 'BinaryExpression':
      return parent.operator === '+';
    default:
      return false;
  }
}

function listCandidates(module: Module): readonly SyntaxNode[] {
  return module.scripts.flatMap((script) => {
    const urls = script.calls.filter(
      (call) => call.type === 'NewExpression' && call.callee.type === 'Identifier' && call.callee.name === 'URL',
    );
    const strings = script.strings.filter((node) => !isPiece(node) && !isInsideUrl(node));
    return [...strings, ...script.sums, ...urls];
  });
}

/** An argument of `new URL(…)` is judged with the whole. */
function isInsideUrl(node: SyntaxNode): boolean {
  const parent = getParent(node);
  return (
    parent !== undefined &&
    isCallNode(parent) &&
    parent.type === 'NewExpression' &&
    parent.callee.type === 'Identifier' &&
    parent.callee.name === 'URL'
  );
}

/** fetch-mock writes how a text is to be matched before it: `begin:https://…`. */
function stripMatcher(text: TextValue): TextValue {
  const prefix = /^(?:begin|end|glob|express|path|include|full):(?=https?:)/.exec(getTextHead(text))?.[0];
  return prefix === undefined ? text : makeAtomsValue(splitAtoms(text.atoms, prefix.length)[1], text);
}

/** Is the text part of a request already? What it shares with others, a base in a constant, does not say so. */
function isConsumed(text: TextValue, node: SyntaxNode, module: Module, consumed: ReadonlySet<number>): boolean {
  const origins = text.atoms.flatMap((atom) => (atom.kind === 'text' && atom.origin !== null ? [atom.origin] : []));
  const own = origins.filter(
    ({ file, start, end }) => file === module.path && getStart(node) <= start && end <= getEnd(node),
  );
  return own.length > 0
    ? own.some(({ literal }) => consumed.has(literal))
    : origins.length > 0 && origins.every(({ literal }) => consumed.has(literal));
}

/** The text of a regular expression is a pattern, which is not edited. */
function isPattern(node: SyntaxNode): boolean {
  const parent = getParent(node);
  return parent !== undefined && getPatternText(parent) === node;
}

/** All such texts of a module. `consumed`: literals that a request sends. */
export function findReferences(
  evaluator: Evaluator,
  module: Module,
  consumed: ReadonlySet<number>,
): readonly UrlReference[] {
  return listCandidates(module).flatMap((node) => {
    if (isPattern(node)) return [];
    evaluator.ask();
    const texts = listTexts(evaluator.evaluate(node, module, null), node, module)
      .map(stripMatcher)
      .filter((text) => namesUrl(text) && !isConsumed(text, node, module, consumed));
    if (texts.length === 0) return [];
    const urls = texts.map((text) => ({
      parts: toParts(text.atoms),
      trail: listTrail(text.trail),
      references: listRefs(text.refs),
    }));
    return [{ expression: getRegion(module, getStart(node), getEnd(node)), urls, methods: null }];
  });
}
