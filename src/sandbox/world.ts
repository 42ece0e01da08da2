import type { Catalog } from '../contract/catalog.ts';
import type { Random } from './random.ts';
import type { Workspace } from './workspace.ts';

/** What the routes share: the data, and the clock and chance that are parameters of the sandbox. */
export interface World {
  readonly catalog: Catalog;
  readonly workspace: Workspace;
  readonly random: Random;
  readonly now: () => Date;
  /** Milliseconds between two events of a stream. */
  readonly streamDelay: number;
  /** Secrets of registered webhooks by their id; never part of a record. */
  readonly webhookSecrets: Map<string, string>;
  /** Queues one signed delivery to every registered webhook of this machine. */
  notify(event: string, data: unknown): void;
}
