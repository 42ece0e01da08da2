import { nameCallee } from '../../syntax/nodes.ts';
import type { CallSite, ProjectIndex } from '../callers/project-index.ts';

/** Calls by which a package is told what to send its requests with: of a config file, of a file of tests, or of a program. */

const NAMES = [
  'defineConfig',
  'use',
  'setBaseURL',
  'App',
  'configure',
  'add',
  'run',
  'enterWith',
  'setConfig',
  'setBaseUrl',
  'globalSetup',
  'baseUrl',
] as const;

type SettingName = (typeof NAMES)[number];

/** By name alone, taken in as calls become known; whose they are is told by their callees when asked. */
interface Taken {
  count: number;
  readonly sites: Readonly<Record<SettingName, CallSite[]>>;
}

const taken = new WeakMap<ProjectIndex, Taken>();

/** Calls of a function or member of this name, whosoever it is. */
export function listByName(index: ProjectIndex, name: SettingName): readonly CallSite[] {
  const known = taken.get(index) ?? {
    count: 0,
    sites: {
      defineConfig: [],
      use: [],
      setBaseURL: [],
      App: [],
      configure: [],
      add: [],
      run: [],
      enterWith: [],
      setConfig: [],
      setBaseUrl: [],
      globalSetup: [],
      baseUrl: [],
    },
  };
  taken.set(index, known);
  for (const site of index.calls.slice(known.count)) {
    const called = 'callee' in site.node ? nameCallee(site.node.callee) : null;
    const setting = NAMES.find((one) => one === called);
    if (setting !== undefined) known.sites[setting].push(site);
  }
  known.count = index.calls.length;
  return known.sites[name];
}

/** Calls of what `module` exports by this name, or of a member by this name of it (`test.use`). */
export function listSettingCalls(index: ProjectIndex, module: string, name: SettingName): readonly CallSite[] {
  return listByName(index, name).filter(({ node }) => {
    const callee = index.getCallee(node);
    return (
      callee?.type === 'external' && (callee.made?.by.module ?? callee.module) === module && callee.path.at(-1) === name
    );
  });
}
