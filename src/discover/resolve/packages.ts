import { basename, dirname } from 'node:path';
import type { JsonObject } from '../../model/json-object.ts';
import { joinNames, resolveName } from '../../model/paths.ts';
import type { Project } from '../../model/project.ts';
import { isEnvFile } from '../listing.ts';
import type { Scope } from '../scope.ts';
import { FileLookup } from './file-lookup.ts';
import { WorkspacePackages } from './workspace-packages.ts';

/** The packages of the tree: a file is part of that which its nearest manifest describes. */
export function createPackages(
  scope: Scope,
): Pick<Project, 'getPackageName' | 'findPackageFolder' | 'listLinkedPackages'> {
  const lookup = new FileLookup(scope);
  const workspaces = new WorkspacePackages(lookup);
  const readManifest = (folder: string): JsonObject | undefined => lookup.readJson(joinNames(folder, 'package.json'));
  const listAbove = (path: string): readonly string[] => lookup.listUpwards(dirname(resolveName(scope.cwd, path)));
  // Nx has applications without a manifest (its libraries are part of whatever imports them), and small projects have a
  // client and a server of which each reads an `.env` of its own; each config of Nuxt is that of an application.
  const isApplication = (folder: string): boolean =>
    lookup.readJson(joinNames(folder, 'project.json'))?.projectType === 'application' ||
    lookup.listFiles(folder).some((file) => isEnvFile(basename(file)) || /^nuxt\.config\.\w+$/.test(basename(file)));
  return {
    getPackageName: (path) => {
      const folder = listAbove(path).find((at) => readManifest(at) !== undefined);
      const name = folder === undefined ? undefined : readManifest(folder)?.name;
      return typeof name === 'string' ? name : undefined;
    },
    findPackageFolder: (path) => listAbove(path).find((at) => readManifest(at) !== undefined || isApplication(at)),
    listLinkedPackages: (folder) => workspaces.listDependencies(folder),
  };
}
