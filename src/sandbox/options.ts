import { isCalendarDate } from '../calendar.ts';
import type { Catalog } from '../contract/catalog.ts';
import { UserError } from '../errors.ts';
import { suggest } from '../nearest.ts';
import { AUTH_MODES, type AuthMode } from './admit.ts';
import { type Fault, parseFault } from './faults.ts';
import { LEGACY_MODES, type LegacyMode } from './legacy.ts';

/** A made-up key; nothing but the sandbox takes it. */
export const DEFAULT_KEY = 'sandbox:sandbox-secret';

export interface SandboxOptions {
  /** 0, the default, is any free port. */
  readonly port?: number | undefined;
  /** The one key that works, `<key_id>:<secret>`. */
  readonly key?: string | undefined;
  readonly legacy?: LegacyMode | undefined;
  readonly auth?: AuthMode | undefined;
  /** Default 1: the same seed and clock give the same answers. */
  readonly seed?: number | undefined;
  /** A clock that stands still at this ISO date, or one of your own; default the real one. */
  readonly now?: string | Date | (() => Date) | undefined;
  /** A fault in every answer. */
  readonly fault?: string | undefined;
  /** Milliseconds between two events of the agent-builder stream; default 5. */
  readonly streamDelay?: number | undefined;
  /** Milliseconds that the fault `slow` takes; default 3,000. */
  readonly slow?: number | undefined;
  /** Milliseconds that a client may take to send a whole request; default 30,000. */
  readonly patience?: number | undefined;
}

interface Settings {
  readonly port: number;
  readonly key: string;
  readonly legacy: LegacyMode;
  readonly auth: AuthMode;
  readonly seed: number;
  readonly now: () => Date;
  readonly fault: Fault | null;
  readonly streamDelay: number;
  readonly slow: number;
  readonly patience: number;
}

function readWord<T extends string>(option: string, value: string, words: readonly T[]): T {
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  throw new UserError(`--${option}: "${value}" is none of ${words.join(', ')}.${suggest(value, words)}`);
}

function readNumber(option: string, value: number, max: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new UserError(`--${option}: must be a whole number from 0 to ${max}.`);
}

function readClock(now: SandboxOptions['now']): () => Date {
  if (now === undefined) return () => new Date();
  if (typeof now === 'function') return now;
  const isIso = typeof now !== 'string' || /^\d{4}-\d{2}-\d{2}(T|$)/.test(now);
  const time = new Date(now).getTime();
  if (!isIso || Number.isNaN(time)) {
    throw new UserError(`--now: "${String(now)}" is not an ISO date.`, { hint: '--now 2026-07-30' });
  }
  const day = typeof now === 'string' ? now.slice(0, 10) : null;
  // The parser takes 30 February for 2 March.
  if (day !== null && !isCalendarDate(day)) {
    throw new UserError(`--now: there is no day ${day}.`, { hint: '--now 2026-07-30' });
  }
  return () => new Date(time);
}

function readFault(catalog: Catalog, name: string | undefined): Fault | null {
  if (name === undefined) return null;
  const fault = parseFault(catalog, name);
  if ('message' in fault) throw new UserError(`--fault: "${name}" is not known. ${fault.message}`);
  return fault;
}

/** The options with their defaults. Throws a UserError that names the option. */
export function readSettings(catalog: Catalog, options: SandboxOptions): Settings {
  return {
    port: readNumber('port', options.port ?? 0, 65_535),
    key: options.key ?? DEFAULT_KEY,
    legacy: readWord('legacy', options.legacy ?? 'auto', LEGACY_MODES),
    auth: readWord('auth', options.auth ?? 'guard', AUTH_MODES),
    seed: readNumber('seed', options.seed ?? 1, 0xffff_ffff),
    now: readClock(options.now),
    fault: readFault(catalog, options.fault),
    streamDelay: options.streamDelay ?? 5,
    slow: options.slow ?? 3_000,
    patience: options.patience ?? 30_000,
  };
}
