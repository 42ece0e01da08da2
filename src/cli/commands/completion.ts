import { UserError } from '../../errors.ts';
import { suggest } from '../../nearest.ts';
import { defineCommand, GLOBAL_OPTIONS } from '../command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion = defineCommand({
  name: 'completion',
  usage: '<bash|zsh|fish>',
  summary: 'Print a script that completes commands, options and their values in a shell.',
  examples: [
    ['v1-migrate completion bash >> ~/.bashrc', 'bash'],
    ['v1-migrate completion zsh > ~/.zfunc/_v1-migrate', 'zsh, where that folder is in fpath'],
    ['v1-migrate completion fish > ~/.config/fish/completions/v1-migrate.fish', 'fish'],
  ],
  exitCodes: [
    [0, 'printed'],
    [2, 'usage error'],
  ],
  maxPositionals: 1,
  options: GLOBAL_OPTIONS,
  async run(_values, [name], io) {
    const shell = SHELLS.find((word) => word === name);
    if (shell === undefined) {
      const what = name === undefined ? 'Name the shell' : `There is no completion for "${name}"`;
      throw new UserError(`${what}.${name === undefined ? '' : suggest(name, SHELLS)}`, {
        hint: `v1-migrate completion ${SHELLS.join('|')}`,
      });
    }
    const { renderCompletion } = await import('../completion/render-completion.ts');
    io.stdout.write(renderCompletion(shell));
    return 0;
  },
});
