import { type CompletedCommand, type CompletedOption, groupSecondWords, listFirstWords } from './model.ts';

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** What holds when a command was typed: its words stand at the beginning. */
function condition(name: string, main: string, firsts: readonly string[]): string {
  const [first = '', second] = name.split(' ');
  if (second !== undefined) {
    return `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
  }
  const others = firsts.filter((word) => word !== main).join(' ');
  return name === main ? `not __fish_seen_subcommand_from ${others}` : `__fish_seen_subcommand_from ${first}`;
}

function renderOption({ name, short, help, takesValue, values }: CompletedOption, when: string): string {
  const words = [
    `complete -c v1-migrate -n ${quote(when)}`,
    ...(short === null ? [] : [`-s ${short}`]),
    `-l ${name}`,
    ...(takesValue ? [values.length === 0 ? '-r' : `-x -a ${quote(values.join(' '))}`] : []),
    `-d ${quote(help)}`,
  ];
  return words.join(' ');
}

function renderWords(words: readonly string[], when: string, text: string): string {
  return `complete -c v1-migrate -n ${quote(when)} -a ${quote(words.join(' '))} -d ${quote(text)}`;
}

export function renderFish(commands: readonly CompletedCommand[], main: string): string {
  const firsts = listFirstWords(commands);
  const seconds = groupSecondWords(commands);
  const lines = commands.flatMap(({ name, summary, options, values }) => {
    const [first = '', second] = name.split(' ');
    const when = condition(name, main, firsts);
    const words = seconds.get(first) ?? [];
    return [
      second === undefined
        ? renderWords([first], '__fish_is_nth_token 1', summary)
        : renderWords(
            [second],
            `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${words.join(' ')}`,
            summary,
          ),
      ...(values.length === 0 ? [] : [renderWords(values, when, name)]),
      ...options.map((option) => renderOption(option, when)),
    ];
  });
  const groups = [...seconds.keys()].map((first) => renderWords([first], '__fish_is_nth_token 1', `${first} commands`));
  return ['# fish completion of v1-migrate', ...groups, ...lines, ''].join('\n');
}
