import { contains, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import { listUrlParts } from './asked-pathnames.ts';
import { isOfFetchDouble } from './fetch-doubles.ts';
import { isHandedUrl, listWritten } from './handed-urls.ts';

/** `const { urls, fetch } = capture();` of a test, with `capture` in another file: what that puts into the list which it gives back. */

const GROWING = /^(?:push|unshift|add)$/;

export interface Put {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** `rec.urls.push(url)`, `this.urls.push(url)`: what is put into a member of that name anywhere in the file. */
function listPutIntoMember(module: Module, name: string): readonly SyntaxNode[] {
  return module.scripts.flatMap(({ calls }) =>
    calls.flatMap((call): readonly SyntaxNode[] => {
      const callee = call.type === 'CallExpression' ? unwrap(call.callee) : null;
      if (call.type !== 'CallExpression' || callee === null || !isMemberNode(callee)) return [];
      const list = unwrap(callee.object);
      const isGrowing = GROWING.test(nameMember(callee) ?? '');
      return isGrowing && isMemberNode(list) && nameMember(list) === name ? call.arguments : [];
    }),
  );
}

/** What is put into the list that is written there. */
function listPut(list: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const holder = getParent(list);
  if (holder?.type === 'VariableDeclarator') return listWritten(findScript(module, holder), holder.id);
  if (holder?.type === 'AssignmentExpression' && isMemberNode(holder.left))
    return listPutIntoMember(module, nameMember(holder.left) ?? '');
  const name = holder?.type === 'ObjectProperty' || holder?.type === 'ClassProperty' ? nameKey(holder) : null;
  return name === null ? [] : listPutIntoMember(module, name);
}

/** `this.lastPath = path`: what a member of that name is given anywhere in the file. */
function listGivenToMember({ scripts }: Module, name: string): readonly SyntaxNode[] {
  return scripts.flatMap(({ memberAssignments }) =>
    memberAssignments.flatMap((one) => (one.name === name ? [one.value] : [])),
  );
}

/** `server.received`, `http.lastPath`: what the class of an instance puts into its member of that name. */
function listPutByClass(evaluator: Evaluator, node: SyntaxNode, module: Module): readonly Put[] {
  const name = isMemberNode(node) ? nameMember(node) : null;
  if (name === null || !isMemberNode(node)) return [];
  return listOptions(evaluator.evaluate(node.object, module, evaluator.anyCaller)).flatMap((owner) => {
    if (owner.type !== 'instance') return [];
    const { module: made } = owner.of;
    const put = [...listPutIntoMember(made, name), ...listGivenToMember(made, name)];
    return put.map((one) => ({ node: one, module: made }));
  });
}

/** What is put into the lists of which an expression of the test speaks, in whatever file. */
export function listPutInto(evaluator: Evaluator, subject: SyntaxNode, module: Module): readonly Put[] {
  const found = new Map<SyntaxNode, Put>();
  evaluator.ask();
  someNode(subject, (node) => {
    if (node.type !== 'Identifier' && !isMemberNode(node)) return false;
    for (const put of listPutByClass(evaluator, node, module)) found.set(put.node, put);
    for (const option of listOptions(evaluator.evaluate(node, module, evaluator.anyCaller))) {
      const list = option.type === 'array' ? option.node : null;
      const owner = list === null ? undefined : evaluator.graph.findOwner(list);
      if (list === null || owner === undefined) continue;
      for (const put of listPut(list, owner)) found.set(put, { node: put, module: owner });
    }
    return false;
  });
  return [...found.values()];
}

/** What other files put into them. */
export function listPutElsewhere(evaluator: Evaluator, subject: SyntaxNode, module: Module): readonly Put[] {
  return listPutInto(evaluator, subject, module).filter((put) => put.module !== module);
}

/** `requests.push({ path: new URL(request.url).pathname })`: is it the path of a URL that is sent, which another file keeps? */
export function isSentElsewhere(evaluator: Evaluator, subject: SyntaxNode, module: Module): boolean {
  const parts = listPutElsewhere(evaluator, subject, module).flatMap(({ node, module: helper }) =>
    listUrlParts(findScript(helper, node), 'pathname')
      .filter((part) => contains(node, part.node))
      .map((part) => ({ part, helper })),
  );
  return (
    parts.length > 0 &&
    parts.every(({ part, helper }) => isHandedUrl(part.url, helper) && isOfFetchDouble(part, helper))
  );
}
