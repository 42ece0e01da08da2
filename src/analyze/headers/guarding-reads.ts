import type { HeaderMates } from '../../model/message.ts';
import type { TextEdit } from '../../syntax/text-edits.ts';
import type { HeaderRead } from './header-reads.ts';
import type { SentHeader } from './rivals.ts';
import type { WrittenHeader } from './written-header.ts';

/** Questions whether the header is set, which change with the places that set it. */

interface Guards {
  readonly guards: ReadonlyMap<WrittenHeader, readonly TextEdit[]>;
  /** Of several places that set what is asked about, the others. */
  readonly mates: ReadonlyMap<WrittenHeader, HeaderMates>;
  /** What still looks for the old name. */
  readonly others: readonly HeaderRead[];
}

/** The places that set the header on what a question sees; none where it may also see others. */
function listOwn({ rename, requests }: HeaderRead, keyed: readonly SentHeader[]): readonly SentHeader[] {
  if (rename === null) return [];
  const own = keyed.filter((one) => [...requests].some((request) => one.requests.has(request)));
  const isAllOf = [...requests].every((request) => own.some((one) => one.requests.has(request)));
  return isAllOf ? own : [];
}

function joinMates(known: HeaderMates | undefined, place: string, others: readonly SentHeader[]): HeaderMates {
  const told = others.map(({ header }) => ({ file: header.module.path, start: header.key.start }));
  return { questions: [...(known?.questions ?? []), place], others: [...(known?.others ?? []), ...told] };
}

/** Questions in the file of a place that sets the header on what they see: they change with it, and with the others that do. */
export function findGuards(reads: readonly HeaderRead[], sent: readonly SentHeader[]): Guards {
  const keyed = sent.filter(({ header }) => header.name === 'x-api-key');
  const guards = new Map<WrittenHeader, TextEdit[]>();
  const mates = new Map<WrittenHeader, HeaderMates>();
  const others = reads.filter((read) => {
    const own = listOwn(read, keyed);
    const near = own.find(({ header }) => header.module === read.module);
    if (read.rename === null || near === undefined) return true;
    guards.set(near.header, [...(guards.get(near.header) ?? []), read.rename]);
    if (own.length > 1)
      for (const one of own)
        mates.set(
          one.header,
          joinMates(
            mates.get(one.header),
            read.place,
            own.filter((other) => other !== one),
          ),
        );
    return false;
  });
  return { guards, mates, others };
}
