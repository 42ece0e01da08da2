import { isCallNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
import { listOptions } from '../values/unions.ts';
import { deriveText } from './judge-use.ts';

/** `readFileSync(`fixtures${path}.json`)`, `import(`./pages${path}.js`)`: a file is called by the path, and keeps its name. */

const FILES = /^(?:(?:node:)?fs(?:\/promises)?|fs-extra|graceful-fs|globby|fast-glob)$/;
const JOINING = /^(?:join|resolve|normalize|fileURLToPath|pathToFileURL|URL)$/;

export function namesFile(evaluator: Evaluator, module: Module, text: SyntaxNode): boolean {
  for (let node = deriveText(text); ; ) {
    const call = getParent(node);
    if (call === undefined || !isCallNode(call) || call.type === 'TaggedTemplateExpression') return false;
    if (call.callee === node) return false;
    if (call.callee.type === 'Import') return true;
    const name = nameCallee(call.callee) ?? '';
    const isFile =
      name === 'require' ||
      listOptions(evaluateCallee(evaluator, call, module, null)).some(
        (option) => option.type === 'external' && FILES.test(option.module),
      );
    if (isFile) return true;
    if (!JOINING.test(name)) return false;
    node = deriveText(call);
  }
}
