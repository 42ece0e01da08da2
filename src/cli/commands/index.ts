import type { Command } from '../command.ts';
import { check } from './check.ts';
import { completion } from './completion.ts';
import { explain } from './explain.ts';
import { init } from './init.ts';
import { migrate } from './migrate.ts';
import { probe } from './probe.ts';
import { report } from './report.ts';
import { rules } from './rules.ts';
import { sandbox } from './sandbox.ts';
import { streamCheck } from './stream.ts';
import { webhookTest, webhookVerify } from './webhook.ts';

/** The commands in the order of the help; the first is the default. A new one is a file and a line. */
export const DEFAULT_COMMAND: Command = migrate;

export const COMMANDS: readonly Command[] = [
  DEFAULT_COMMAND,
  check,
  probe,
  sandbox,
  init,
  rules,
  explain,
  streamCheck,
  webhookVerify,
  webhookTest,
  report,
  completion,
];
