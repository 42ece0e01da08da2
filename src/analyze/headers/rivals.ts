import type { Addressed } from '../../model/analysis.ts';
import type { HeaderRival } from '../../model/message.ts';
import { getLocation } from '../modules/module.ts';
import { areApart } from './apart.ts';
import type { Ways } from './ways.ts';
import { SECRET, type WrittenHeader } from './written-header.ts';

/**
 * What else speaks for the caller in another layer of the same request: `{ ...keyHeaders(), ...userHeaders() }`, defaults of a
 * client and headers of a call. Of two that are called Authorization one would take the other's place.
 */

export interface SentHeader {
  readonly header: WrittenHeader;
  readonly requests: ReadonlySet<Addressed>;
}

export function findRivals(key: SentHeader, all: readonly SentHeader[], ways: Ways): readonly HeaderRival[] {
  if (key.header.name !== 'x-api-key') return [];
  return all.flatMap(({ header, requests }): readonly HeaderRival[] => {
    if (header.name === 'x-api-key') return [];
    if (header.name === 'authorization' && key.header.hasAuthorization) return [];
    const common = [...requests].filter((request) => key.requests.has(request));
    if (common.length === 0 || !ways.canMeet(key.header.owner, header.owner)) return [];
    if (header.module === key.header.module && areApart(header.value, key.header.value)) return [];
    const { file, line } = getLocation(header.module, header.key.start);
    return [{ place: `${file}:${line}`, isSecret: header.name === SECRET, requests: common }];
  });
}
