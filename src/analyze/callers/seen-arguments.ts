import { isTestFile } from '../../model/test-files.ts';
import { isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { findFakedArgument, findFakedList } from './faked-calls.ts';
import {
  findFirstArgument,
  findHistory,
  findHistoryUrls,
  findList,
  findRecorded,
  findRecordedList,
} from './recorded-calls.ts';
import { spellOut } from './spelled-out.ts';

/** What a test has of the calls that its doubles saw: `get.mock.calls[0][0]`, `get.mock.calls.map(([path]) => path)`. */

/** One argument of the calls of the subject, by itself or of each call in a list. */
export interface SeenArgument {
  readonly subject: SyntaxNode;
  /** The method of the subject that is meant, where the subject is not the function itself. */
  readonly method?: string;
  readonly index: number;
  /** By the name of the parameter of a fake, or what the fake keeps it in. */
  readonly isFaked?: true;
}

/** `get.mock.calls.map(([path]) => path)`, `adapter.history.get.map((request) => request.url)` */
export function findSeenList(node: SyntaxNode, module: Module): SeenArgument | null {
  const list = spellOut(node, module);
  const faked = isTestFile(module.path) ? findFakedList(list, module) : null;
  if (faked !== null) return { ...faked, isFaked: true };
  const urls = findHistoryUrls(list);
  if (urls !== null) return { ...urls, index: 0 };
  const callee = list.type === 'CallExpression' ? unwrap(list.callee) : null;
  if (list.type !== 'CallExpression' || callee === null || nameMember(callee) !== 'map') return null;
  const [run] = list.arguments;
  if (!isMemberNode(callee) || findRecordedList(callee.object) === null) return null;
  const given = run !== undefined && isFunctionNode(run) ? findOnlyReturn(run) : null;
  return given === null ? null : findSeenArgument(given, module);
}

/** `get.mock.calls[0][0]`, `stub.lastCall.firstArg`, `adapter.history.get[0].url` */
export function findSeenArgument(node: SyntaxNode, module: Module): SeenArgument | null {
  const argument = spellOut(node, module);
  const faked = isTestFile(module.path) ? findFakedArgument(argument, module) : null;
  if (faked !== null) return { ...faked, isFaked: true };
  const history = findHistory(argument);
  if (history !== null) return { ...history, index: 0 };
  const sole = findFirstArgument(argument);
  if (sole !== null) return { subject: sole, index: 0 };
  const index = nameMember(argument);
  if (isMemberNode(argument) && index !== null && /^\d+$/.test(index)) {
    const subject = findRecorded(argument.object);
    if (subject !== null) return { subject, index: Number(index) };
  }
  const list = findList(argument);
  return list === null ? null : findSeenList(list, module);
}
