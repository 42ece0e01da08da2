import { COMMANDS, DEFAULT_COMMAND } from '../commands/index.ts';
import { renderBash } from './bash.ts';
import { renderFish } from './fish.ts';
import { describeCommands } from './model.ts';
import { renderZsh } from './zsh.ts';

const RENDERERS = { bash: renderBash, zsh: renderZsh, fish: renderFish };

/** A script of its own: to complete, a shell does not start the program. */
export function renderCompletion(shell: keyof typeof RENDERERS): string {
  return RENDERERS[shell](describeCommands(COMMANDS), DEFAULT_COMMAND.name);
}
