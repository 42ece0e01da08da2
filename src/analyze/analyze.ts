import type { Analysis } from '../model/analysis.ts';
import type { ClientOption } from '../model/options.ts';
import type { Project } from '../model/project.ts';
import { ProjectIndex } from './callers/project-index.ts';
import { RequestFinder } from './chains/requests.ts';
import { exportsOpenAddress } from './classes/open-fields.ts';
import { Evaluator } from './evaluator.ts';
import { HeaderCollector } from './headers/collect-headers.ts';
import { listBodyMembers } from './messages/list-body-members.ts';
import { planMessage } from './messages/plan-message.ts';
import { ModuleGraph } from './modules/modules.ts';
import { CommentFinder } from './references/comments.ts';
import { findPatterns } from './references/patterns.ts';
import { findProxies } from './references/proxies.ts';
import { findReferences } from './references/references.ts';
import { findRouteProxies } from './references/route-proxies.ts';
import { findSpecs, listLiterals } from './references/specs.ts';
import { listBodyReads } from './responses/list-body-reads.ts';
import { readStream } from './responses/read-stream.ts';
import { Around, UnseenCallers } from './uses/around.ts';
import { UseFinder } from './uses/find-uses.ts';
import { listImportEndings } from './uses/import-endings.ts';
import { listPassingOn } from './uses/passing-on.ts';
import { listSharing } from './uses/shared-texts.ts';
import { listIdleClients, listUnsent } from './uses/unsent.ts';

export interface AnalyzeOptions {
  /** Path words of the catalogue: a call with one of them is worth following. */
  readonly words: readonly string[];
  readonly clients: readonly ClientOption[];
}

interface Pass {
  readonly evaluator: Evaluator;
  readonly finder: RequestFinder;
  readonly isComplete: boolean;
}

function runPass(graph: ModuleGraph, options: AnalyzeOptions): Pass {
  const evaluator = new Evaluator(graph, new ProjectIndex(graph), options.clients, new Set(options.words));
  const finder = new RequestFinder(evaluator, options.words);
  return { evaluator, finder, isComplete: finder.run() };
}

/** Finds every HTTP request of the project, whatever its host, and every text that names a URL. */
export function analyze(project: Project, options: AnalyzeOptions): Analysis {
  const graph = new ModuleGraph(project);
  for (const { path } of project.candidates) graph.load(path);
  const { evaluator, finder } = runUntilComplete(graph, options);
  const { collector } = finder;
  const declared = graph.loaded.flatMap((module) => findSpecs(evaluator, module, collector.consumed));
  const requests = [...collector.listRequests(), ...declared];
  const consumed = new Set([...collector.consumed, ...listLiterals(declared)]);
  const references = graph.loaded
    .filter((module) => project.isInScope(module.path))
    .flatMap((module) => findReferences(evaluator, module, consumed));
  const patterns = graph.loaded
    .filter((module) => project.isInScope(module.path))
    .flatMap((module) => findPatterns(evaluator, module, consumed));
  const proxies = [
    ...graph.loaded.flatMap((module) => findProxies(evaluator, module)),
    ...findRouteProxies(requests, project.seen),
  ];
  const uses = new UseFinder(evaluator);
  const headers = new HeaderCollector(evaluator);
  const mocks = collector.listMocks();
  collector.eachEmission([...requests, ...mocks], (request, emission) => headers.add(request, emission));
  const comments = new CommentFinder(graph);
  const unseen = new UnseenCallers(graph);
  return {
    requests,
    patterns,
    proxies,
    headers: headers.finish(uses),
    references: [...mocks, ...references],
    env: project.env,
    analysedFiles: graph.loaded
      .map((module) => module.path)
      .filter((path) => project.isInScope(path))
      .sort(),
    problems: graph.problems.filter(({ file }) => project.isInScope(file)),
    notices: [...finder.notices],
    comments: comments.listOwn(),
    findCommentPlace: (file, offset) => comments.findPlace(file, offset),
    findForeignUses: (literal, covered) => uses.find(literal, covered),
    planMessage: (url, change) => planMessage(evaluator, collector.listEmissions(url), change),
    listBodyMembers: (url) => listBodyMembers(evaluator, collector.listEmissions(url)),
    listBodyReads: (url) => listBodyReads(evaluator, collector.listEmissions(url)),
    readStream: (url) => readStream(evaluator, collector.listEmissions(url)),
    hasUnseenCallers: (file) => unseen.has(file, listPassingOn(graph)),
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
  const around = new Around(graph);
  for (;;) {
    const pass = runPass(graph, options);
    // Over more files it would end no later.
    if (pass.evaluator.isExhausted) return pass;
    if (!pass.isComplete) continue;
    const sharing = listSharing(graph, options.words);
    const passing = [...sharing, ...listPassingOn(graph)];
    const wanting = [
      ...pass.finder.openModules,
      ...listUnsent(graph, pass.finder, options.words),
      ...listIdleClients(graph, pass.finder),
      ...passing,
      ...graph.loaded.filter(exportsOpenAddress).map((module) => module.path),
    ];
    const open = [...new Set(wanting)].filter((path) => !asked.has(path));
    for (const path of open) asked.add(path);
    const before = graph.loaded.length;
    const mentions =
      open.length === 0
        ? []
        : graph.project.findMentions(
            open.flatMap((path) => [...listImportEndings(path, graph.project), ...graph.autoImports.listOffered(path)]),
          );
    for (const { path } of mentions) graph.load(path);
    for (const path of open.flatMap((declaring) => graph.scriptGlobals.listAllUsers(declaring))) graph.load(path);
    // Who only sends what it writes itself need not know what is around it.
    if ([...sharing].some((path) => graph.project.isInScope(path)))
      around.load([...passing, ...wanting.filter((path) => graph.project.isInScope(path))]);
    if (graph.loaded.length === before) return pass;
  }
}
