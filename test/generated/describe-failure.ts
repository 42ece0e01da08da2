import type { Cause, Verdict } from './judge.ts';
import type { GeneratedProject } from './render.ts';

function fence(language: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`\`\`\`${language}`, ...lines, '```'];
}

function listEvents({ before, after }: Verdict): readonly string[] {
  const events = before.events.map(({ step, kind, text }, index) => {
    const now = after?.events[index]?.text;
    const became = now === undefined || now === text ? '' : `  ->  ${now}`;
    return `${step.padEnd(6)} ${kind} ${text}${became}`;
  });
  return after?.error ? [...events, ...after.error.split('\n').slice(0, 5)] : events;
}

/** The files of a failing project, what it sent before and after, and what the tool said and did. */
export function describeFailure(cause: Cause, project: GeneratedProject, verdict: Verdict): string {
  const { report } = verdict;
  const said = verdict.failures
    .filter((failure) => failure.cause === cause)
    .map(({ detail, choices }) => `- ${detail.split('\n').slice(0, 4).join('\n  ')}${choices && ` [${choices}]`}`);
  const files = [...project.files]
    .filter(([path, { text }]) => path !== 'package.json' || text.includes('module'))
    .flatMap(([path, { text }]) => [`// ${path}`, text]);
  const findings = report?.findings.map(
    ({ code, fix, file, line, column, message }) => `${code} (${fix}) ${file}:${line}:${column} ${message}`,
  );
  const variables = Object.entries(project.env).map(([name, value]) => ` ${name}=${value}`);
  return [
    ...said,
    '',
    `${project.baseUrls.map((base) => `--base-url ${base}`).join(' ')}${variables.join('')}`,
    ...fence('js', [files.join('\n').trimEnd()]),
    ...fence('', listEvents(verdict)),
    ...fence('', findings ?? []),
    ...fence('diff', report?.changes.map(({ diff }) => diff.trimEnd()) ?? []),
  ].join('\n');
}
