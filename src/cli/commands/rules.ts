import { UserError } from '../../errors.ts';
import { suggest } from '../../nearest.ts';
import { defineCommand, GLOBAL_OPTIONS } from '../command.ts';

const FORMATS = ['text', 'json'] as const;

function parseFormat(text: string | undefined): (typeof FORMATS)[number] {
  const format = FORMATS.find((word) => word === (text ?? 'text'));
  if (format !== undefined) return format;
  throw new UserError(`--format: "${text}" is neither text nor json.${suggest(text ?? '', FORMATS)}`);
}

export const rules = defineCommand({
  name: 'rules',
  usage: '',
  summary: 'Print the catalogue in force: what becomes what, and why.',
  examples: [
    ['npx v1-migrate rules', 'families, then rules; a later rule beats an earlier one'],
    ['npx v1-migrate rules --format json', 'in the format of `catalog` in the config'],
  ],
  exitCodes: [
    [0, 'printed'],
    [2, 'usage or configuration error'],
  ],
  maxPositionals: 0,
  options: {
    format: { type: 'string', value: '<text|json>', help: 'Format of the output (default text).' },
    config: { type: 'string', value: '<file>', help: 'Config file; otherwise the nearest v1-migrate.config.json.' },
    cwd: { type: 'string', value: '<dir>', help: 'Run as if started there.' },
    ...GLOBAL_OPTIONS,
  },
  async run(values, _paths, io) {
    const format = parseFormat(values.format);
    const { readSettings } = await import('../scope.ts');
    const { renderCatalog } = await import('../render-catalog.ts');
    const { catalog } = await readSettings(values, [], io);
    io.stdout.write(renderCatalog(catalog, format));
    return 0;
  },
});
