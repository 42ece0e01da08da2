import { readAsFields } from './constructor-fields.ts';
import { readAsMethod } from './fields-as-methods.ts';
import { isClassNode } from './nodes.ts';
import { readAsPlain } from './optional-chains.ts';
import { readAsTried } from './passed-failures.ts';
import { readAsLiteral } from './plain-literals.ts';
import { readAsString, readAsTexts } from './plain-templates.ts';
import { slim } from './slim.ts';
import type { SyntaxNode } from './tree.ts';

/** What is written in several ways and means one thing gets one form in the tree, before anybody asks about it. */
export function readAlike(node: SyntaxNode, parent: SyntaxNode | null): void {
  readAsPlain(node);
  readAsTried(node);
  readAsLiteral(node);
  readAsMethod(node);
  if (isClassNode(node)) readAsFields(node);
  slim(node);
  readAsString(node, parent);
  readAsTexts(node, parent);
}
