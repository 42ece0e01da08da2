import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { isCallNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { type Module, readCode } from '../modules/module.ts';
import { listReached } from '../modules/reached-files.ts';
import { listTexts } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';

/**
 * `expect(load()).rejects.toMatchObject({ path: '/calls' })`: a failure keeps the path as it was handed over, so that the test's text
 * changes with that one, and not with what is sent.
 */

const REJECTING = /\.rejects\.to(?:MatchObject|(?:Strict)?Equal)$/;

type Follows = NonNullable<UrlPattern['follows']>;

/** The member of a failure that a text of the test is compared with; null elsewhere. */
function nameMemberOf(text: SyntaxNode, module: Module): string | null {
  const member = getParent(text);
  if (member?.type !== 'ObjectProperty' || member.value !== text) return null;
  const call = getParent(getParent(member) ?? member);
  if (call === undefined || !isCallNode(call) || !('callee' in call)) return null;
  return REJECTING.test(readCode(module, unwrap(call.callee))) ? nameKey(member) : null;
}

const thrown = new WeakMap<Module, readonly SyntaxNode[]>();

function listThrown(module: Module): readonly SyntaxNode[] {
  const known = thrown.get(module);
  if (known !== undefined) return known;
  const found: SyntaxNode[] = [];
  for (const { program } of module.scripts)
    someNode(program, (node) => {
      if (node.type === 'ThrowStatement') found.push(node.argument);
      return false;
    });
  thrown.set(module, found);
  return found;
}

/** What the failures of a module have as this member; null where not all of it is known. */
function listKept(evaluator: Evaluator, module: Module, name: string, path: string): Follows | null {
  const found: Follows[number][] = [];
  for (const failure of listThrown(module)) {
    evaluator.ask(undefined, module);
    for (const option of listOptions(evaluator.evaluate(failure, module, evaluator.anyCaller))) {
      if (option.type !== 'instance' && option.type !== 'object') continue;
      const kept = evaluator.getProperty(option, name, failure, module);
      if (isUndefined(kept)) continue;
      for (const { atoms } of listTexts(kept, failure, module)) {
        const [first] = atoms;
        if (first?.kind !== 'text') return null;
        if (!path.startsWith(first.text)) continue;
        if (first.origin === null) return null;
        const { file, start, end } = first.origin;
        found.push({ file, start, end, ...(first.seams === undefined ? {} : { seams: first.seams }) });
      }
    }
  }
  return found;
}

/** What the text of a test changes with, and only with; none where nobody knows. */
export function findKeptByErrors(evaluator: Evaluator, text: SyntaxNode, path: string, module: Module): Follows {
  const name = nameMemberOf(text, module);
  if (name === null) return [];
  const reached = listReached(evaluator.graph, module).filter((one) => !isTestFile(one.path));
  const kept = reached.map((one) => listKept(evaluator, one, name, path));
  return kept.includes(null) ? [] : kept.flatMap((one) => one ?? []);
}
