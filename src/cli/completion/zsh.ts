import { type CompletedCommand, type CompletedOption, groupSecondWords } from './model.ts';

/** A single-quoted word of zsh. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Colons and brackets end the parts of an option's description. */
function escapePart(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}

function renderOption({ name, help, takesValue, values }: CompletedOption): string {
  const value = !takesValue ? '' : values.length === 0 ? ':value:_files' : `:value:(${values.join(' ')})`;
  return quote(`*--${name}${takesValue ? '=' : ''}[${escapePart(help)}]${value}`);
}

function renderCommand({ name, options, values }: CompletedCommand): readonly string[] {
  const rest = values.length === 0 ? quote('*:file:_files') : quote(`1:argument:(${values.join(' ')})`);
  const lines = [...options.map(renderOption), rest].map((word) => `      ${word}`);
  return [`    ${quote(name)})`, '      _arguments -s -S \\', `${lines.join(' \\\n')} ;;`];
}

function describeWords(words: readonly (readonly [string, string])[]): string {
  return words.map(([word, text]) => quote(`${word}:${text}`)).join(' ');
}

export function renderZsh(commands: readonly CompletedCommand[], main: string): string {
  const seconds = groupSecondWords(commands);
  const firsts = new Map(commands.map(({ name, summary }) => [name.split(' ')[0] ?? '', summary]));
  const single = [...firsts.keys()].filter((word) => !seconds.has(word));
  return [
    '#compdef v1-migrate',
    '_v1_migrate() {',
    `  local command=${main}`,
    '  local -a names',
    '  if (( CURRENT == 2 )) && [[ "$words[2]" != -* ]]; then',
    `    names=(${describeWords([...firsts])})`,
    '    _describe command names',
    '    _files',
    '    return',
    '  fi',
    '  case "$words[2]" in',
    ...[...seconds].map(([first, words]) => {
      const names = commands.filter(({ name }) => name.startsWith(`${first} `));
      const list = describeWords(names.map(({ summary }, index) => [words[index] ?? '', summary]));
      const ask = `if (( CURRENT == 3 )); then names=(${list}); _describe command names; return; fi`;
      return `    ${first}) ${ask}; command="${first} $words[3]"; shift 2 words; (( CURRENT -= 2 )) ;;`;
    }),
    `    ${single.join('|')}) command="$words[2]"; shift words; (( CURRENT -= 1 )) ;;`,
    '  esac',
    '  case "$command" in',
    ...commands.flatMap(renderCommand),
    '  esac',
    '}',
    // Put into a folder of $fpath it is called by zsh; sourced, it announces itself.
    'if [[ "$funcstack[1]" == _v1_migrate || "$funcstack[1]" == _v1-migrate ]]; then _v1_migrate "$@"; else compdef _v1_migrate v1-migrate; fi',
    '',
  ].join('\n');
}
