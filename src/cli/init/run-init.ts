import { formatDay } from '../../calendar.ts';
import { CONFIG_FILE, findConfig } from '../../config/find-config.ts';
import { openSettings, type Settings } from '../../config/settings.ts';
import { UserError } from '../../errors.ts';
import { escapeControls } from '../../escape/controls.ts';
import type { RunContext } from '../../pipeline.ts';
import type { OptionValues } from '../command.ts';
import type { INIT_OPTIONS } from '../commands/init.ts';
import type { Io } from '../io.ts';
import { createProgress } from '../progress.ts';
import { quoteForShell } from '../quote-for-shell.ts';
import { findPrefix, resolveCwd } from '../scope.ts';
import { type Ask, askWord, createAsk } from './ask.ts';
import { chooseBaseline } from './choose-baseline.ts';
import { chooseBases } from './choose-bases.ts';
import { CI_NAMES, type CiName, findWorkflow, parseCi, renderGitLabJob, renderWorkflow } from './render-ci.ts';
import { type NewFile, refuseExisting, writeFiles } from './write-files.ts';

type InitValues = OptionValues<typeof INIT_OPTIONS>;

interface Answers {
  readonly bases: readonly string[];
  readonly baseline: NewFile | null;
  readonly ci: CiName;
}

const SCHEMA = './node_modules/v1-migrate/config.schema.json';

/** Without a config: what `--force` replaces must not decide what is put in its place. */
function readSettings(values: InitValues, paths: readonly string[], io: Io): Promise<Settings> {
  return openSettings({
    cwd: resolveCwd(io, values.cwd),
    paths,
    baseUrls: values['base-url'] ?? [],
    config: null,
    include: values.include ?? [],
    exclude: values.exclude ?? [],
    gitignore: values['no-gitignore'] !== true,
    evidence: 'family',
    today: values.today ?? formatDay(io.now),
  });
}

/** Said before anybody is asked anything. A config of package.json would be passed over in silence from now on. */
function refuseConfig(cwd: string, isForced: boolean): void {
  refuseExisting(cwd, CONFIG_FILE, isForced);
  const found = isForced ? null : findConfig(cwd);
  if (found === null || found.key === null) return;
  throw new UserError('package.json already holds a config. Nothing was written.', {
    hint: `--force writes ${CONFIG_FILE}, which is then the one in force.`,
  });
}

async function collectAnswers(values: InitValues, settings: Settings, io: Io): Promise<Answers> {
  const progress = createProgress(io, false);
  const ask: Ask = createAsk(io, values.yes === true, progress.clear);
  const context: RunContext = {
    signal: io.signal,
    onProgress: progress.show,
    ...(io.stages === undefined ? {} : { stages: io.stages }),
  };
  const named = values.ci === undefined ? undefined : parseCi(values.ci);
  try {
    const bases = await chooseBases(settings, { ask, accepts: values.yes === true }, context, io);
    const based = { ...settings, bases: bases.map((base) => ({ base, source: 'config' as const })) };
    const baseline = await chooseBaseline(values.baseline, based, ask, context);
    const ci = named ?? (ask === null ? 'none' : await askWord(ask, 'Add a check to CI?', CI_NAMES, 'none'));
    return { bases, baseline, ci };
  } finally {
    progress.clear();
  }
}

function renderConfig(bases: readonly string[], { include, exclude }: Settings): string {
  const config = {
    $schema: SCHEMA,
    baseUrls: bases,
    ...(include.length === 0 ? {} : { include }),
    ...(exclude.length === 0 ? {} : { exclude }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** Finds and asks first, writes last: until everything is known, nothing is changed. Returns the exit code. */
export async function runInit(values: InitValues, paths: readonly string[], io: Io): Promise<number> {
  const isForced = values.force === true;
  const settings = await readSettings(values, paths, io);
  const { cwd } = settings;
  refuseConfig(cwd, isForced);
  if (values.baseline !== undefined) refuseExisting(cwd, values.baseline, isForced);

  const { bases, baseline, ci } = await collectAnswers(values, settings, io);
  const scope = { prefix: findPrefix(cwd), paths, baseline: baseline?.name ?? null };
  const workflow = { name: findWorkflow(scope.prefix), what: 'workflow', text: renderWorkflow(scope) };
  const files: readonly NewFile[] = [
    { name: CONFIG_FILE, what: 'config', text: renderConfig(bases, settings) },
    ...(baseline === null ? [] : [baseline]),
    ...(ci === 'github' ? [workflow] : []),
  ];
  await writeFiles(cwd, files, isForced, io);
  if (ci === 'gitlab') io.stdout.write(`\nfor .gitlab-ci.yml:\n\n${renderGitLabJob(scope)}`);

  for (const notice of settings.notices) io.stderr.write(`note: ${escapeControls(notice)}\n`);
  io.stderr.write(`next: ${['npx v1-migrate', ...paths.map(quoteForShell), '--dry-run'].join(' ')}\n`);
  return 0;
}
