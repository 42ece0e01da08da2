import { isDeployment } from './deployment-variables.ts';

/** What lies below one folder. All paths are relative to that folder, with "/". */
export interface Listing {
  readonly files: readonly TreeFile[];
  /** Files that set variables, ignored ones too, for every sensible repository ignores its `.env`. */
  readonly envFiles: readonly string[];
  /** Folders that are repositories of their own (a submodule, a clone within a clone) and want their own listing. */
  readonly nested: readonly string[];
  /** Folders that could not be opened. */
  readonly closed: readonly string[];
}

/** A file of any type, or a symbolic link to whatever. */
export interface TreeFile {
  readonly path: string;
  /** Git knows it: somebody put it there on purpose. */
  readonly isTracked: boolean;
  readonly isLink: boolean;
}

/** Files that set variables: also those of a Cloudflare worker. */
export function isEnvFile(name: string): boolean {
  return name.startsWith('.env') || name === '.dev.vars' || /^wrangler\.(?:toml|jsonc?)$/.test(name);
}

/** Those, and files that set some beside other things. */
export function setsVariables(name: string): boolean {
  return isEnvFile(name) || isDeployment(name);
}
