import { dirname } from 'node:path';
import { joinNames, resolveName } from '../paths.ts';
import type { Scope } from '../scope.ts';
import { FileLookup } from './file-lookup.ts';

/** Names the package that a file is part of, as its nearest manifest does: so others import what it has at its entries. */
export function createPackageNames(scope: Scope): (path: string) => string | undefined {
  const lookup = new FileLookup(scope);
  return (path) => {
    for (const folder of lookup.listUpwards(dirname(resolveName(scope.cwd, path)))) {
      const manifest = lookup.readJson(joinNames(folder, 'package.json'));
      if (manifest !== undefined) return typeof manifest.name === 'string' ? manifest.name : undefined;
    }
    return undefined;
  };
}
