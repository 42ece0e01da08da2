import type { PathText } from '../../model/analysis.ts';
import { getEnd, getStart, isCallNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { readOpenText } from './expected-pathnames.ts';
import { dropMethod } from './path-keys.ts';

/** All paths that are written in a file, whatever they are for: who asks whether one of them can be meant has to know of the others. */

const TITLING = /^(?:describe|it|test|suite|context|specify|step|each)$/;
/** `@Controller('calls')`, `app.register(routes, { prefix: 'calls' })` */
const MOUNTING = /controller|rout|mount|prefix|resource/i;

/** The words of a type, the title of a test, the name of a module. */
function isNoPath(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (/^TSLiteralType$|^(?:Import|Export)\w*Declaration$/.test(parent.type)) return true;
  if (!isCallNode(parent) || !('arguments' in parent) || parent.arguments[0] !== node) return false;
  return TITLING.test(nameCallee(parent.callee) ?? '');
}

function isMounted(parent: SyntaxNode): boolean {
  return isCallNode(parent) && 'callee' in parent && MOUNTING.test(nameCallee(parent.callee) ?? '');
}

export function listPathTexts(evaluator: Evaluator, module: Module): readonly PathText[] {
  return module.scripts.flatMap(({ paths }) =>
    paths.flatMap((node): readonly PathText[] => {
      const parent = getParent(node);
      const first = node.type === 'StringLiteral' ? node : node.quasis[0];
      if (parent === undefined || first === undefined || isNoPath(node, parent)) return [];
      const text = dropMethod(readOpenText(node));
      // `GET /calls failed`
      if (/\s/.test(text)) return [];
      const path = text.startsWith('/') ? text : isMounted(parent) ? `/${text}` : null;
      if (path === null) return [];
      const isLink = parent.type === 'JSXAttribute' ? { isLink: true as const } : {};
      return [{ text: path, start: getStart(node), end: getEnd(node), literal: evaluator.identify(first), ...isLink }];
    }),
  );
}
