import { UserError } from '../../errors.ts';
import { suggest } from '../../nearest.ts';
import { defineCommand, GLOBAL_OPTIONS } from '../command.ts';
import { ACCESS_OPTIONS, OUTPUT_OPTIONS, SCOPE_OPTIONS } from '../options.ts';

const { 'base-url': _bases, evidence: _evidence, openapi: _openapi, today: _today, ...scope } = SCOPE_OPTIONS;
const { jobs: _jobs, 'print-config': _print, ...output } = OUTPUT_OPTIONS;

/** The option is repeatable elsewhere; a key goes to one address. */
function parseAddressOption(urls: readonly string[] = []): string | undefined {
  if (urls.length <= 1) return urls[0];
  throw new UserError('--base-url: a probe asks one address.', {
    hint: 'What the code calls the platform is --code-base-url, which is repeatable.',
  });
}

const FORMATS = ['text', 'json', 'html', 'markdown', 'sarif', 'github', 'gitlab', 'junit', 'rdjson'] as const;
export type ProbeFormat = (typeof FORMATS)[number];

export interface ProbeOutput {
  readonly format: ProbeFormat;
  /** Null for stdout. */
  readonly file: string | null;
}

function parseOutputs(texts: readonly string[] = []): readonly ProbeOutput[] {
  const outputs = texts.map((text): ProbeOutput => {
    const [name = '', ...rest] = text.split('=');
    const format = FORMATS.find((word) => word === name);
    if (format !== undefined && rest.join('=') !== '') return { format, file: rest.join('=') };
    if (format !== undefined && rest.length === 0) return { format, file: null };
    throw new UserError(`--reporter: the probe has no format "${name}".${suggest(name, FORMATS)}`, {
      hint: `Formats: ${FORMATS.join(', ')}.`,
    });
  });
  if (outputs.filter(({ file }) => file === null).length > 1) {
    throw new UserError('--reporter: two formats cannot both go to stdout.', { hint: 'Give one a file: name=<file>.' });
  }
  return outputs.some(({ file }) => file === null) ? outputs : [{ format: 'text', file: null }, ...outputs];
}

export const probe = defineCommand({
  name: 'probe',
  usage: '[paths..]',
  summary: 'Ask the live platform whether the endpoints in use exist on v1. Changes nothing there.',
  examples: [
    [
      'npx v1-migrate probe ./src --base-url https://api.voice.example',
      'what the code calls; the key is in V1_MIGRATE_KEY',
    ],
    ['npx v1-migrate probe --base-url https://api.voice.example', 'every documented operation'],
    ['npx v1-migrate probe ./src --plan', 'show the requests, send none'],
    ['npx v1-migrate probe ./src --no-keyless-writes', 'leave out POST and PATCH'],
  ],
  exitCodes: [
    [0, 'nothing was refuted'],
    [1, 'something is absent or not as documented, or authentication is off'],
    [2, 'usage error; no key, or one that is malformed'],
    [
      3,
      'nothing could be verified, or the key was refused; with --strict: anything is unverified, or a file was not analysed',
    ],
    [130, 'interrupted; the report is partial'],
  ],
  maxPositionals: Number.POSITIVE_INFINITY,
  options: {
    'base-url': {
      type: 'string',
      multiple: true,
      value: '<url>',
      help: 'Where the key goes; default V1_MIGRATE_BASE_URL. Never from the code.',
    },
    'code-base-url': {
      type: 'string',
      multiple: true,
      value: '<url|env:NAME>',
      help: 'What the code calls the platform, when it is not --base-url. Repeatable.',
    },
    all: { type: 'boolean', help: 'Every documented operation, whatever the code uses.' },
    plan: { type: 'boolean', help: 'Show the requests and send none.' },
    stream: { type: 'boolean', help: 'Run the agent builder once with the key; it changes nothing.' },
    legacy: { type: 'boolean', help: 'Also compare the legacy twin of each GET, by shape.' },
    ...ACCESS_OPTIONS,
    strict: { type: 'boolean', help: 'Exit 3 when anything is unverified, or a file was not analysed.' },
    ...scope,
    ...output,
    quiet: { type: 'boolean', help: 'Only what was refuted.' },
    verbose: { type: 'boolean', help: 'Also what is unusual but allowed.' },
    ...GLOBAL_OPTIONS,
  },
  async run(values, paths, io) {
    const outputs = parseOutputs(values.reporter);
    if (values.plan === true && outputs.some(({ format, file }) => format !== 'text' || file !== null)) {
      throw new UserError('--plan is text on stdout; it has no other --reporter.', {
        hint: 'Leave --reporter out, or ask the platform without --plan.',
      });
    }
    const { runProbe } = await import('../run-probe.ts');
    return runProbe({ ...values, 'base-url': parseAddressOption(values['base-url']) }, paths, outputs, io);
  },
});
