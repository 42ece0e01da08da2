import type { EnvAssignment, Project } from '../../model/project.ts';
import { isTestFile } from '../../model/test-files.ts';
import type { UrlValue } from '../../model/url-value.ts';

/**
 * `process.env.VOICE_URL = 'http://voice.test'` of a test, `vi.stubEnv('VOICE_URL', …)`, and `env: { VOICE_URL: … }` of what
 * configures it: the address of what stands for the platform there. Such files need hold no word of the catalogue, and
 * nothing else is asked of them: they are searched as texts.
 */

/** `vitest.config.ts`, `jest.setup.js`, `setupTests.ts` */
const SETUP =
  /(?:^|\/)(?:(?:vitest|jest|playwright|cypress|mocha)[\w.-]*|(?:vite|test)\.(?:config|setup)|setup-?(?:test|vitest|jest)s?)\.[cm]?[jt]sx?$/i;
const SETTING =
  /(\w+)['"\]]{0,2}\s*(?:(?:\?\?|\|\|)?=|[:,?]|:\s*return\b|\)\s*return\b)\s*(['"`])(https?:\/\/[^'"`\s$]+)\2/g;

/** The variables at the beginning of URLs. */
function listVariables(urls: Iterable<UrlValue>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { parts } of urls) for (const part of parts.slice(0, 2)) if (part.kind === 'env') names.add(part.name);
  return names;
}

/** What code sets the variables to with which these URLs begin, where no other file says what they are. */
export function findOtherSettings(project: Project, urls: Iterable<UrlValue>): readonly EnvAssignment[] {
  const known = new Set(project.env.map(({ name }) => name));
  return project.findSettings(new Set([...listVariables(urls)].filter((name) => !known.has(name))));
}

/** What tests set the variables to with which these URLs begin. */
export function findTestSettings(project: Project, urls: Iterable<UrlValue>): readonly EnvAssignment[] {
  const names = listVariables(urls);
  if (names.size === 0) return [];
  const files = project.seen.filter((path) => isTestFile(path) || SETUP.test(path));
  return files.flatMap((path) => {
    const text = project.load(path)?.text ?? '';
    if (!text.includes('://')) return [];
    return [...text.matchAll(SETTING)].flatMap(({ 1: name = '', 3: value = '', index }) => {
      const line = text.slice(0, index).split('\n').length;
      return names.has(name) ? [{ name, value, file: path, line }] : [];
    });
  });
}
