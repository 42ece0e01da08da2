import { type CompletedCommand, type CompletedOption, groupSecondWords, listFirstWords } from './model.ts';

/** Works from bash 3.2 on, which macOS has. Where it has no word to offer, readline offers files. */

function flag({ name }: CompletedOption): string {
  return `--${name}`;
}

function renderValues(commands: readonly CompletedCommand[]): readonly string[] {
  const lines = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map((option) => `    '${name} ${flag(option)}') ${offer(option.values)} ;;`),
  );
  return ['  case "$command $prev" in', ...lines, '  esac'];
}

/** Without words the answer is empty and files are offered. */
function offer(words: readonly string[]): string {
  return words.length === 0 ? 'return' : `_v1_migrate_offer '${words.join(' ')}'; return`;
}

function renderCommands(commands: readonly CompletedCommand[]): readonly string[] {
  const lines = commands.flatMap(({ name, options, values }) => [
    `    '${name}')`,
    `      case "$cur" in -*) ${offer(options.map(flag))} ;; esac`,
    ...(values.length === 0 ? [] : [`      ${offer(values)}`]),
    '      ;;',
  ]);
  return ['  case "$command" in', ...lines, '  esac'];
}

export function renderBash(commands: readonly CompletedCommand[], main: string): string {
  const seconds = groupSecondWords(commands);
  const firsts = listFirstWords(commands);
  return [
    '# bash completion of v1-migrate',
    '_v1_migrate_offer() {',
    '  COMPREPLY=($(compgen -W "$1" -- "$cur"))',
    '}',
    '_v1_migrate() {',
    `  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command='' at=1`,
    '  COMPREPLY=()',
    '  # bash takes --option=value for three words',
    `  if [ "$cur" = '=' ]; then cur=''; elif [ "$prev" = '=' ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi`,
    '  if [ "$COMP_CWORD" -gt 1 ]; then',
    `    case "\${COMP_WORDS[1]}" in`,
    ...[...seconds].map(
      ([first, words]) =>
        `      ${first}) if [ "$COMP_CWORD" -eq 2 ]; then ${offer(words)}; fi; command="${first} \${COMP_WORDS[2]}"; at=2 ;;`,
    ),
    `      ${firsts.filter((word) => !seconds.has(word)).join('|')}) command="\${COMP_WORDS[1]}" ;;`,
    `      *) command='${main}'; at=0 ;;`,
    '    esac',
    '  fi',
    '  if [ -z "$command" ]; then',
    `    case "$cur" in -*) command='${main}' ;; *) ${offer(firsts)} ;; esac`,
    '  fi',
    ...renderValues(commands),
    ...renderCommands(commands),
    '}',
    'complete -o default -o bashdefault -F _v1_migrate v1-migrate',
    '',
  ].join('\n');
}
