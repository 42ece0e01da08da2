import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/module.ts';

/**
 * `import tape from './tapes/agents.json'`, `toMatchSnapshot()`: what a test recorded of requests holds their addresses. It is no
 * code and is not edited, and the test will look in vain for what the code asks for from now on.
 */

const NAME = /(?<=["'`/])((?:\.{1,2}\/)*(?:[\w.@-]+\/)*[\w.@-]+\.(?:json|ya?ml|txt|snap|har))(?=["'`])/g;
/** What every project has, for others than its tests. */
const MANIFEST = /(?:^|\/)(?:package(?:-lock)?|[tj]sconfig(?:\.[\w-]+)?)\.json$/;
/** Who names more is no test of these. */
const MAX_NAMES = 20;
/** More paths than these say nothing more. */
const MAX_PATHS = 40;

const ADDRESS = /https?:\/\/([\w.-]+(?::\d+)?\/[^\s"'`\\?#<>()[\]|]*)/g;
/** `"/agents": …`, `"path": "/agents"`, `"GET /agents"`, and a line that begins so. */
const PATHS = [
  /"(?:[A-Z]{3,7} )?(\/[a-z][^\s"\\?#()[\]|]*)[^\s"]*"\s*:/g,
  /"(?:path|pathname|url|uri|endpoint)"\s*:\s*"(\/[a-z][^\s"\\?#()[\]|]*)/g,
  /(?:"|^)[A-Z]{3,7} (\/[a-z][^\s"\\?#()[\]|]*)/gm,
];

/** The addresses and paths in data, without queries; each once. */
function listRecorded(text: string): readonly string[] {
  const found = [ADDRESS, ...PATHS].flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, path]) => path ?? []));
  return [...new Set(found)].slice(0, MAX_PATHS);
}

interface Named {
  readonly start: number;
  readonly end: number;
  readonly file: string;
}

function isInComment({ comments }: Module, offset: number): boolean {
  return comments.some(({ start, end }) => start <= offset && offset < end);
}

/** The files of data that a test names, and where. */
function listNamed(module: Module): readonly Named[] {
  const { path, text } = module;
  const named = [...text.matchAll(NAME)].slice(0, MAX_NAMES).flatMap(({ 0: file, index }): readonly Named[] => {
    if (MANIFEST.test(file) || isInComment(module, index)) return [];
    return [{ start: index, end: index + file.length, file: file.startsWith('.') ? file : `./${file}` }];
  });
  const asked = /\btoMatchSnapshot(?=\()|(?<=\bassert\.)snapshot(?=\()/.exec(text);
  if (asked === null || isInComment(module, asked.index)) return named;
  const name = path.split('/').at(-1) ?? '';
  const file = asked[0] === 'snapshot' ? `./${name}.snapshot` : `./__snapshots__/${name}.snap`;
  return [...named, { start: asked.index, end: asked.index + asked[0].length, file }];
}

/** Data that the program reads as well says what it sends. */
function isReadByProgram({ graph }: Evaluator, file: string): boolean {
  const name = file.split('/').at(-1) ?? file;
  return graph.loaded.some(({ path, text }) => !isTestFile(path) && text.includes(name));
}

export function findRecordedData(evaluator: Evaluator, module: Module): readonly UrlPattern[] {
  if (!isTestFile(module.path)) return [];
  const { project } = evaluator.graph;
  return listNamed(module).flatMap(({ start, end, file }): readonly UrlPattern[] => {
    // Beside the test, or from where it is started.
    const data = project.readText(file, module.path) ?? project.readText(file, 'start');
    const recorded = data === undefined ? [] : listRecorded(data);
    if (recorded.length === 0 || isReadByProgram(evaluator, file)) return [];
    const expression = getRegion(module, start, end);
    return [{ expression, text: recorded.join('|'), isPath: true, isLikely: true, isRecorded: true }];
  });
}
