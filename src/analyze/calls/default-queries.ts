import type { JSXOpeningElement } from '@babel/types';
import { type CallNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { isUndefined } from '../values/missing.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * What a query runs that brings no function of its own: `new QueryClient({ defaultOptions: { queries: { queryFn } } })` of
 * TanStack, `<SWRConfig value={{ fetcher }}>` of SWR.
 */

const SETTING = /^(?:QueryClient|setDefaultOptions|SWRConfig)$/;

/** The members that lead to the function, from the first argument on. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  QueryClient: ['defaultOptions', 'queries', 'queryFn'],
  setDefaultOptions: ['queries', 'queryFn'],
  SWRConfig: ['value', 'fetcher'],
};

/** `SWRConfig` of `<SWRConfig>`, and of `<swr_1.SWRConfig>` as compilers write it. */
function nameElement(name: JSXOpeningElement['name']): string | null {
  if (name.type === 'JSXMemberExpression') return name.property.name;
  return name.type === 'JSXIdentifier' ? name.name : null;
}

function nameCalled(node: CallNode): string | null {
  if (node.type === 'TaggedTemplateExpression') return null;
  const element = getParent(node);
  if (element?.type === 'JSXOpeningElement') return nameElement(element.name);
  return nameCallee(node.callee);
}

/** Calls that may say what queries run by default. */
const listSites = gatherFromCalls(
  (): CallSite[] => [],
  (sites, site) => {
    if (SETTING.test(nameCalled(site.node) ?? '')) sites.push(site);
  },
);

/** The calls and elements by this name that the asking file meets: `<SWRConfig value={…}>`. */
export function listSettings(evaluator: Evaluator, name: string, asking: Module): readonly CallSite[] {
  return keepMeeting(evaluator, listSites(evaluator), asking).filter(({ node }) => nameCalled(node) === name);
}

/** The functions that queries of the project run by default; null where none says so. `isSwr`: those of SWR. */
export function evaluateDefaultQuery(evaluator: Evaluator, isSwr: boolean, asking: Module): Value | null {
  const values = keepMeeting(evaluator, listSites(evaluator), asking).flatMap(({ node, module }): readonly Value[] => {
    const name = nameCalled(node) ?? '';
    const path = PATHS[name];
    if (path === undefined || (name === 'SWRConfig') !== isSwr) return [];
    let value = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    for (const key of path) value = value === undefined ? undefined : evaluator.getProperty(value, key, node, module);
    return value === undefined || isUndefined(value) ? [] : [value];
  });
  return values.length === 0 ? null : unite(values);
}
