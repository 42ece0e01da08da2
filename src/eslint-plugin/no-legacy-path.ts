import { isAbsolute } from 'node:path';
import type { Rule } from 'eslint';
import { UserError } from '../errors.ts';
import type { FindingCode } from '../model/findings.ts';
import type { Edit, Finding } from '../model/plan.ts';
import { type FilePlan, planSource } from '../plan-file.ts';
import { canLeaveFile } from './is-exposed.ts';
import { type RuleOptions, type RuleSettings, readRuleSettings } from './settings.ts';

/** What only the whole project can say: a wrapper's callers, whether a comment is of use. ESLint names syntax errors. */
const NEEDS_PROJECT: ReadonlySet<FindingCode> = new Set([
  'unresolved-url',
  'unresolved-base',
  'mixed-alias',
  'unused-suppression',
  'unparsed-file',
  'unreadable-file',
]);

/** Said of one file and not of each; an editor asks for the same file again and again. */
const told = new Map<string, string>();

function isFirst(problem: string, path: string): boolean {
  if (!told.has(problem)) told.set(problem, path);
  return told.get(problem) === path;
}

function reportProblem(context: Rule.RuleContext, problem: string): void {
  if (!isFirst(`${context.cwd}\0${problem}`, context.filename)) return;
  context.report({ loc: { line: 1, column: 0 }, messageId: 'problem', data: { problem } });
}

function isReported({ code, level }: Finding, { level: weakest = 'error' }: RuleOptions): boolean {
  return !NEEDS_PROJECT.has(code) && (level === 'error' || (level === 'warning' && weakest === 'warning'));
}

type Fixing = Pick<Rule.ReportDescriptorOptions, 'fix' | 'suggest'>;

/** A text that other files can reach is for a person to change, or for a run over the whole project. */
function createFix(own: readonly Edit[], { sourceCode }: Rule.RuleContext): Fixing {
  const fix: Rule.ReportFixer = (fixer) =>
    own.map(({ start, end, text }) => fixer.replaceTextRange([start, end], text));
  const isShared = own.some(({ start }) => canLeaveFile(sourceCode, start));
  return isShared ? { suggest: [{ messageId: 'change', fix }] } : { fix };
}

function reportFinding(context: Rule.RuleContext, finding: Finding, { file, edits }: FilePlan): void {
  const { code, message, hint } = finding;
  if (finding.file !== file) {
    const place = `${finding.file}:${finding.line}`;
    for (const use of finding.requests.filter((request) => request.file === file)) {
      const loc = { line: use.line, column: use.column - 1 };
      context.report({ loc, messageId: 'elsewhere', data: { code, message, place } });
    }
    return;
  }
  const own = edits.filter((edit) => edit.finding === finding.id);
  const isWhole = own.length > 0 && own.every((edit) => edit.file === file);
  context.report({
    loc: {
      start: { line: finding.line, column: finding.column - 1 },
      end: { line: finding.endLine, column: finding.endColumn - 1 },
    },
    messageId: 'finding',
    data: { code, message, hint },
    ...(isWhole ? createFix(own, context) : {}),
  });
}

function checkFile(context: Rule.RuleContext, options: RuleOptions, settings: RuleSettings): void {
  const { text } = context.sourceCode;
  if (!settings.matters(text)) return;
  if (settings.file.bases.length === 0) {
    reportProblem(
      context,
      'no base is known, so nothing is checked. Name it in v1-migrate.config.json, { "baseUrls": ["https://…"] }, or in the option baseUrls of this rule.',
    );
    return;
  }
  const planned = planSource(context.filename, text, settings.file);
  if (planned === null) return;
  for (const finding of planned.findings) {
    if (isReported(finding, options)) reportFinding(context, finding, planned);
  }
}

/**
 * Any version may be installed beside the command line, so what the rule needs is asked for here. A file cannot help it:
 * ESLint shows an error that is thrown once, and not once in each file.
 */
function checkVersion({ filename, physicalFilename, cwd, sourceCode }: Partial<Rule.RuleContext>): void {
  if (filename !== undefined && physicalFilename !== undefined && cwd !== undefined && sourceCode !== undefined) return;
  throw new Error('v1-migrate/eslint-plugin needs ESLint 8.57 or later and a flat config (eslint.config.js).');
}

function check(context: Rule.RuleContext): void {
  // ESLint has held the options against the schema.
  const options = (context.options[0] ?? {}) as RuleOptions;
  const { filename, physicalFilename, cwd } = context;
  // Text without a place, or a block cut out of another file: there is nothing to follow its imports from.
  if (!isAbsolute(filename) || filename !== physicalFilename || filename.endsWith('>')) return;
  try {
    checkFile(context, options, readRuleSettings(filename, cwd, options));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    reportProblem(context, `${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}`);
  }
}

export const noLegacyPath: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'Disallow unversioned paths of the voice platform', recommended: true },
    fixable: 'code',
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        properties: {
          baseUrls: { type: 'array', items: { type: 'string', minLength: 1 } },
          config: { type: 'string', minLength: 1 },
          level: { enum: ['error', 'warning'] },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{}],
    messages: {
      finding: '{{message}} {{hint}} ({{code}})',
      elsewhere: '{{message}} The path is written at {{place}}. ({{code}})',
      change: 'Change it here: other files can reach this text.',
      problem: 'v1-migrate: {{problem}}',
    },
  },
  create: (context) => {
    checkVersion(context);
    return { 'Program:exit': () => check(context) };
  },
};
