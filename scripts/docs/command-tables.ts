import type { Command } from '../../src/cli/command.ts';
import { COMMANDS, DEFAULT_COMMAND } from '../../src/cli/commands/index.ts';
import { code, renderTable } from './sections.ts';

/** The tables of README.md that say again what src/cli says. */

function renderUsage(command: Command): string {
  const name = command === DEFAULT_COMMAND ? `[${command.name}]` : command.name;
  return code(`v1-migrate ${name} ${command.usage}`.trim());
}

export function renderCommands(): string {
  return renderTable(
    ['command', 'what it does'],
    COMMANDS.map((command) => [renderUsage(command), command.summary]),
  );
}

/** The commands whose exit codes a script asks for; the others have 0, 1 and 2 in their usual sense. */
const JUDGES = ['migrate', 'check', 'probe'];

export function renderExitCodes(): string {
  const judges = COMMANDS.filter(({ name }) => JUDGES.includes(name));
  const numbers = [...new Set(judges.flatMap(({ exitCodes }) => exitCodes.map(([number]) => number)))];
  const rows = numbers
    .sort((a, b) => a - b)
    .map((number) => [
      String(number),
      ...judges.map(({ exitCodes }) => exitCodes.find(([entry]) => entry === number)?.[1] ?? ''),
    ]);
  return renderTable(['code', ...judges.map(({ name }) => name)], rows);
}
