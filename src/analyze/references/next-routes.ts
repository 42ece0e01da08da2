import type { Project } from '../../model/project.ts';
import type { Module } from '../modules/module.ts';

/** Routes of Next that stand in files: what they answer is not rewritten, unless that is to happen before the files. */

const CONFIG = /(?:^|\/)next\.config\.[cm]?[jt]s$/;
const ROUTE = /^(?:src\/)?(?:app\/(.+)\/route|pages\/(api\/.+?)(?:\/index)?)\.[jt]sx?$/;

const known = new WeakMap<Project, Map<string, ReadonlySet<string>>>();

function collect(project: Project, folder: string): ReadonlySet<string> {
  const routes = project.seen.flatMap((path) => {
    const route = path.startsWith(folder) ? ROUTE.exec(path.slice(folder.length)) : null;
    const segments = (route?.[1] ?? route?.[2] ?? '').split('/').filter((segment) => !/^\(.*\)$/.test(segment));
    // Rewrites come before routes with a parameter.
    return route === null || segments.some((segment) => segment.startsWith('[')) ? [] : [segments.join('/')];
  });
  return new Set(routes);
}

/** The paths that files answer beside this config, `api/agents`; none for the config of another framework. */
export function listServedRoutes(project: Project, { path, text }: Module, folder: string): ReadonlySet<string> {
  if (!CONFIG.test(path) || text.includes('beforeFiles')) return new Set();
  const byFolder = known.get(project) ?? new Map<string, ReadonlySet<string>>();
  known.set(project, byFolder);
  const routes = byFolder.get(folder) ?? collect(project, folder);
  byFolder.set(folder, routes);
  return routes;
}
