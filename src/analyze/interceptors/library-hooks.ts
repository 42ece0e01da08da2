import { isTestFile } from '../../model/test-files.ts';
import { type CallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { keepLinked } from '../modules/import-links.ts';
import { type Module, readCode } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { changesAddress, namesVersion, sendsElsewhere } from './address-changes.ts';

/**
 * Hooks that some libraries have besides their options: `$.ajaxPrefilter(…)`, `agent.compose(…)`, `wretch().middlewares([…])`,
 * `XMLHttpRequest.prototype.open = …`. Which client they are told is not followed: one that gives requests another address, or
 * puts a version into it, may do so with any of the library.
 */

interface Kind {
  readonly libraries: readonly string[];
  /** The members of what it is handed that are functions of it. */
  readonly members?: readonly string[];
  /** One that puts a base in front of paths leaves whole addresses alone. */
  readonly isOfPaths?: true;
}

/** By the name of the call. */
const CALLS: Readonly<Record<string, Kind>> = {
  ajaxPrefilter: { libraries: ['jquery'], isOfPaths: true },
  ajaxSend: { libraries: ['jquery'], isOfPaths: true },
  ajaxSetup: { libraries: ['jquery'], isOfPaths: true, members: ['beforeSend'] },
  compose: { libraries: ['undici'] },
  middlewares: { libraries: ['wretch'] },
};

/** By the member that is set, with how its owner is written. */
const MEMBERS: Readonly<Record<string, { readonly libraries: readonly string[]; readonly owner: RegExp }>> = {
  open: { libraries: ['XMLHttpRequest', 'jquery'], owner: /^(?:window\.)?XMLHttpRequest\.prototype$/ },
  adapter: { libraries: ['axios'], owner: /\.defaults$/ },
};

interface Hook {
  readonly libraries: readonly string[];
  readonly module: Module;
  readonly isOfPaths: boolean;
}

function isRedirecting(evaluator: Evaluator, hook: Value): boolean {
  return changesAddress(evaluator, hook) || sendsElsewhere(evaluator, hook) || namesVersion(evaluator, hook);
}

/** The functions that a call is handed, be it in a list or as members. */
function listGiven(evaluator: Evaluator, call: CallNode, module: Module, members: readonly string[]): readonly Value[] {
  const env = evaluator.anyCaller;
  return evaluator.index.listCallArguments(call, module, env).flatMap((argument) => {
    const given = evaluator.evaluateArgument(argument);
    const elements = listOptions(given).flatMap((option) =>
      option.type === 'array' ? (listElements(evaluator, option) ?? []) : [option],
    );
    const held = members.flatMap((name) =>
      listOptions(given).flatMap((option) =>
        option.type === 'object' ? evaluator.getProperty(option, name, call, module) : [],
      ),
    );
    return [...elements, ...held];
  });
}

function collect(evaluator: Evaluator): readonly Hook[] {
  const called = evaluator.index.calls.flatMap(({ node, module }): readonly Hook[] => {
    if (node.type !== 'CallExpression' || isTestFile(module.path)) return [];
    const callee = unwrap(node.callee);
    const name = isMemberNode(callee) ? nameMember(callee) : null;
    const kind = name !== null && Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
    if (kind === undefined) return [];
    const hooks = listGiven(evaluator, node, module, kind.members ?? []);
    const isFound = hooks.some((hook) => isRedirecting(evaluator, hook));
    const isOfPaths = kind.isOfPaths === true && !hooks.some((hook) => namesVersion(evaluator, hook));
    // `fetch` takes the dispatcher that is set for all.
    const isGlobal = name === 'compose' && module.text.includes('setGlobalDispatcher');
    return isFound ? [{ libraries: isGlobal ? [...kind.libraries, 'fetch'] : kind.libraries, module, isOfPaths }] : [];
  });
  const set = Object.entries(MEMBERS).flatMap(([name, { libraries, owner }]) =>
    evaluator.index.listMemberAssignments(name).flatMap(({ object, value, module }): readonly Hook[] => {
      if (isTestFile(module.path) || !owner.test(readCode(module, object))) return [];
      return isRedirecting(evaluator, evaluator.evaluate(value, module, evaluator.anyCaller))
        ? [{ libraries, module, isOfPaths: false }]
        : [];
    }),
  );
  return [...called, ...set];
}

const collected = new WeakMap<Evaluator, { readonly calls: number; readonly hooks: readonly Hook[] }>();

/** Does such a hook change where requests of the library go? `isAddress`: it is a whole one that they are given. */
export function hasLibraryHook(
  evaluator: Evaluator,
  library: string | undefined,
  asking: Module,
  isAddress: () => boolean,
): boolean {
  if (library === undefined) return false;
  const { length } = evaluator.index.calls;
  const known = collected.get(evaluator);
  const hooks = known?.calls === length ? known.hooks : collect(evaluator);
  if (known?.calls !== length) collected.set(evaluator, { calls: length, hooks });
  const own = hooks.filter(({ libraries, isOfPaths }) => libraries.includes(library) && !(isOfPaths && isAddress()));
  return own.length > 0 && keepLinked(evaluator, keepMeeting(evaluator, own, asking), asking).length > 0;
}
