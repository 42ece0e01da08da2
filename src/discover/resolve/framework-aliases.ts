/**
 * Prefixes that frameworks set up without a word in tsconfig.json, with the folders of a package that they stand for:
 * Vue and Vite write `@/`, Nuxt `~/` and `~~/`, Remix `~/` (app), SvelteKit `$lib`, Vite `/`, webpack setups `src/`.
 */
const ALIASES: readonly (readonly [prefix: string, folders: readonly string[]])[] = [
  ['@@/', ['']],
  ['~~/', ['']],
  ['@/', ['src/', 'app/', '']],
  ['~/', ['src/', 'app/', '']],
  ['$lib/', ['src/lib/']],
  ['src/', ['src/']],
  ['/', ['', 'public/']],
];

/** What a specifier can stand for, relative to the package; nobody said so, hence only where such a file exists. */
export function listUsualPaths(specifier: string): readonly string[] {
  if (specifier === '$lib') return ['src/lib'];
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix));
  return alias === undefined ? [] : alias[1].map((folder) => folder + specifier.slice(alias[0].length));
}
