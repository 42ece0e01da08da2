import type { Analysis } from '../model/analysis.ts';
import { isTestFile } from '../model/test-files.ts';
import type { UrlValue } from '../model/url-value.ts';
import type { UrlTarget } from './bases.ts';
import { findHostFile, isLoopback, listPathLiterals, parseOrigin, readAuthority } from './origins.ts';
import { listMockedHosts, listOfOthers, listTestHosts, type OriginEntry, type VariableEntry } from './test-hosts.ts';

type Findings = Pick<Analysis, 'env' | 'requests' | 'references'> &
  Partial<Pick<Analysis, 'testSettings' | 'mockedBases'>>;

/**
 * Where tests alone send requests that the program sends to the platform, there stands a double of it.
 * `find`: what a variable is known to stand for. `locate`: where a URL goes.
 */
export function listDoubles(
  analysis: Findings,
  find: (name: string) => VariableEntry | undefined,
  locate: (url: UrlValue) => UrlTarget,
): readonly OriginEntry[] {
  const named = new Set<string>();
  const tested = [...listTestHosts(analysis, find), ...listMockedHosts(analysis, locate)];
  for (const { urls } of [...analysis.requests, ...analysis.references]) {
    const sent = urls.filter((url) => locate(url).kind === 'platform');
    if (sent.length === urls.length) continue;
    if (sent.length === 0) for (const host of listOfOthers(urls, locate)) named.add(host);
    const target = sent[0] === undefined ? null : locate(sent[0]);
    const paths = new Set(sent.flatMap(listPathLiterals));
    for (const url of urls) {
      const host = parseOrigin(readAuthority(url) ?? '')?.host;
      const file = findHostFile(url);
      if (host === undefined || file === null) continue;
      // The page's own address in a DOM without a browser.
      if (isLoopback(host) && !host.includes(':')) continue;
      if (!isTestFile(file)) named.add(host);
      else if (target?.kind === 'platform' && listPathLiterals(url).some((literal) => paths.has(literal)))
        tested.push({ host, prefix: [], base: target.base });
    }
  }
  return tested.filter(({ host }) => !named.has(host));
}
