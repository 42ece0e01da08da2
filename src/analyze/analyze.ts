import type { Analysis } from '../model/analysis.ts';
import type { ClientOption } from '../model/options.ts';
import type { Project } from '../model/project.ts';
import { Evaluator } from './evaluator.ts';
import { ModuleGraph } from './modules.ts';
import { ProjectIndex } from './project-index.ts';
import { findReferences } from './references.ts';
import { RequestFinder } from './requests.ts';
import { UseFinder } from './uses.ts';

export interface AnalyzeOptions {
  /** Path words of the catalogue: a call with one of them is worth following. */
  readonly words: readonly string[];
  readonly clients: readonly ClientOption[];
}

interface Pass {
  readonly evaluator: Evaluator;
  readonly finder: RequestFinder;
}

function runPass(graph: ModuleGraph, options: AnalyzeOptions): Pass {
  const evaluator = new Evaluator(graph, new ProjectIndex(graph), options.clients);
  const finder = new RequestFinder(evaluator);
  finder.run();
  return { evaluator, finder };
}

/** Finds every HTTP request of the project, whatever its host, and every text that names a URL. */
export function analyze(project: Project, options: AnalyzeOptions): Analysis {
  const graph = new ModuleGraph(project);
  for (const { path } of project.candidates) graph.load(path);
  const { evaluator, finder } = runUntilComplete(graph, options);
  const requests = finder.collector.listRequests();
  const { consumed } = finder.collector;
  const references = graph.loaded
    .filter((module) => project.isInScope(module.path))
    .flatMap((module) => findReferences(evaluator, module, consumed));
  const uses = new UseFinder(evaluator);
  return {
    requests,
    references: [...finder.collector.listMocks(), ...references],
    env: project.env,
    analysedFiles: graph.loaded
      .map((module) => module.path)
      .filter((path) => project.isInScope(path))
      .sort(),
    problems: graph.problems.filter(({ file }) => project.isInScope(file)),
    notices: [...finder.notices],
    findForeignUses: (literal, covered) => uses.find(literal, covered),
    isInScope: (file) => project.isInScope(file),
    getText: (file) => graph.load(file)?.text ?? '',
  };
}

/**
 * A file that only wires things together (`new CallsService(http)`) holds no word of the catalogue. Where a parameter
 * has no known caller, the files that name its module are taken in and the search runs again.
 */
function runUntilComplete(graph: ModuleGraph, options: AnalyzeOptions): Pass {
  const asked = new Set<string>();
  for (;;) {
    const pass = runPass(graph, options);
    const open = [...pass.finder.openModules].filter((path) => !asked.has(path));
    for (const path of open) asked.add(path);
    const before = graph.loaded.length;
    const mentions = open.length === 0 ? [] : graph.project.findMentions(open.flatMap(listImportEndings));
    for (const { path } of mentions) graph.load(path);
    if (graph.loaded.length === before) return pass;
  }
}

/** How an import of the file can end: with its name, or its folder's for an index file. */
function listImportEndings(path: string): readonly string[] {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = parts.at(-1) ?? path;
  const stem = last === 'index' ? (parts.at(-2) ?? last) : last;
  return [`/${stem}'`, `/${stem}"`, `/${stem}.`, `/${stem}/index`];
}
