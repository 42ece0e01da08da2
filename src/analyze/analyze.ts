import type { Analysis } from '../model/analysis.ts';
import type { ClientOption } from '../model/options.ts';
import type { Project } from '../model/project.ts';
import { ProjectIndex } from './callers/project-index.ts';
import { RequestFinder } from './chains/requests.ts';
import { Evaluator } from './evaluator.ts';
import { HeaderCollector } from './headers/collect-headers.ts';
import { UserLoader } from './importing/load-users.ts';
import { listPassingOn } from './importing/passing-on.ts';
import { UnseenCallers } from './importing/unseen-callers.ts';
import { listIdleClients, listUnsent } from './importing/unsent.ts';
import { loadSetups } from './interceptors/load-setups.ts';
import { listBodyMembers } from './messages/list-body-members.ts';
import { listHoleTexts } from './messages/list-hole-texts.ts';
import { planMessage } from './messages/plan-message.ts';
import { isBarrel } from './modules/barrels.ts';
import { ModuleGraph } from './modules/modules.ts';
import { ReachedFiles } from './modules/reached-files.ts';
import { GivenAway } from './outsiders/given-away.ts';
import { OfferedFunctions } from './outsiders/offered-functions.ts';
import { findCatchAllProxies, isAsked } from './references/catch-all-proxies.ts';
import { CommentFinder } from './references/comments.ts';
import { findDeclaredClients } from './references/declared-clients.ts';
import { findDoubledUrls } from './references/doubled-urls.ts';
import { findEmberAdapters } from './references/ember-adapters.ts';
import { findEntityUrls } from './references/entity-urls.ts';
import { findForwardedPaths } from './references/forwarded-paths.ts';
import { findHostingProxies, listOpenProxies } from './references/hosting-proxies.ts';
import { findSnapshotUrls } from './references/inline-snapshots.ts';
import { findKiotaTemplates } from './references/kiota-templates.ts';
import { findMadeUrls } from './references/made-urls.ts';
import { findServerPaths } from './references/mock-servers.ts';
import { findMockedBases } from './references/mocked-bases.ts';
import { findNestedUrls } from './references/nested-urls.ts';
import { findOpenInterceptors } from './references/open-interceptors.ts';
import { findOpenRedirects } from './references/open-redirects.ts';
import { listPathTexts } from './references/path-texts.ts';
import { findPatterns } from './references/patterns.ts';
import { findProvidedBases, findStubbedSettings } from './references/provided-bases.ts';
import { findProxies } from './references/proxies.ts';
import { findReferences } from './references/references.ts';
import { findResourceTables } from './references/resource-tables.ts';
import { findRouteProxies } from './references/route-proxies.ts';
import { listRowsBeside } from './references/rows-beside.ts';
import { findSchemaKeys } from './references/schema-keys.ts';
import { findServedRows } from './references/served-rows.ts';
import { SignedPaths } from './references/signed-paths.ts';
import { findSpecs, listLiterals } from './references/specs.ts';
import { findUnansweredCalls } from './references/unanswered-calls.ts';
import { readBody } from './responses/read-body.ts';
import { readStream } from './responses/read-stream.ts';
import { findOtherSettings, findTestSettings } from './settings/test-settings.ts';
import { isHandedAlone } from './uses/handed-alone.ts';
import { isHandedToUrl } from './uses/handed-names.ts';
import { listSeamTexts } from './uses/seam-texts.ts';
import { UseFinder } from './uses/use-finder.ts';

interface AnalyzeOptions {
  /** Path words of the catalogue: a call with one of them is worth following. */
  readonly words: readonly string[];
  /** What a path gets in front of it: `/v1`. */
  readonly versionPrefix: string;
  readonly clients: readonly ClientOption[];
}

interface Pass {
  readonly evaluator: Evaluator;
  readonly finder: RequestFinder;
  readonly isComplete: boolean;
}

function runPass(graph: ModuleGraph, options: AnalyzeOptions): Pass {
  const evaluator = new Evaluator(graph, new ProjectIndex(graph), { ...options, words: new Set(options.words) });
  const finder = new RequestFinder(evaluator, options.words);
  return { evaluator, finder, isComplete: finder.run() };
}

/** Finds every HTTP request of the project, whatever its host, and every text that names a URL. */
export function analyze(project: Project, options: AnalyzeOptions): Analysis {
  const start = new ModuleGraph(project);
  for (const { path } of project.candidates) start.load(path);
  loadSetups(start);
  const { evaluator, finder } = runUntilComplete(start, options);
  const { graph } = evaluator;
  const { collector } = finder;
  const specs = graph.loaded.flatMap((module) => findSpecs(evaluator, module, collector.consumed));
  const adapters = graph.loaded.flatMap((module) => findEmberAdapters(evaluator, module));
  const clients = graph.loaded.flatMap((module) => [
    ...findDeclaredClients(evaluator, module),
    ...findEntityUrls(evaluator, module),
  ]);
  const tables = graph.loaded.flatMap((module) => [
    ...findResourceTables(evaluator, module, collector.consumed),
    ...findKiotaTemplates(evaluator, module),
  ]);
  const declared = [...specs.map(({ request }) => request), ...adapters, ...clients, ...tables];
  const known = [...collector.listRequests(), ...declared];
  const consumed = new Set([...collector.consumed, ...listLiterals(declared)]);
  const hosting = findHostingProxies(graph);
  const proxies = [
    ...graph.loaded.flatMap((module) => findProxies(evaluator, module)),
    ...findRouteProxies(known, project.seen),
    ...hosting.proxies,
  ];
  const handing = graph.loaded.flatMap((module) => [
    ...findCatchAllProxies(evaluator, module, known, proxies),
    ...findOpenInterceptors(evaluator, module, known),
    ...findOpenRedirects(evaluator, module),
  ]);
  const unanswered = findUnansweredCalls(evaluator, known, consumed);
  const requests = [
    ...known,
    ...handing,
    ...unanswered,
    ...listOpenProxies(graph, hosting, (proxy) => isAsked(known, proxy)),
  ];
  const references = graph.loaded
    .filter((module) => project.isInScope(module.path))
    .flatMap((module) => [
      ...findReferences(evaluator, module, { consumed, entered: collector.entered }),
      ...findMadeUrls(evaluator, module, consumed),
      ...findSchemaKeys(evaluator, module),
      ...findDoubledUrls(evaluator, module),
      ...findForwardedPaths(evaluator, module),
      ...findServerPaths(evaluator, module),
      ...findServedRows(evaluator, module, consumed),
      ...findSnapshotUrls(evaluator, module),
    ]);
  const patterns = graph.loaded
    .filter((module) => project.isInScope(module.path))
    .flatMap((module) => findPatterns(evaluator, module, consumed));
  const addressed = [...requests, ...references].flatMap(({ urls }) => urls);
  const env = [...project.env, ...findOtherSettings(project, addressed)];
  const listEmissions = () => collector.listSent();
  const uses = new UseFinder(evaluator, { consumed: collector.consumed, requests, listEmissions, env });
  const headers = new HeaderCollector(evaluator);
  const mocks = collector.listMocks();
  const signed = new SignedPaths(evaluator);
  collector.eachEmission([...requests, ...mocks], (request, emission, url) => {
    headers.add(request, emission, url);
    signed.add(request, emission, url);
  });
  for (const spec of specs) headers.addDeclared(spec);
  const comments = new CommentFinder(graph);
  const offered = new OfferedFunctions(evaluator);
  const given = new GivenAway(evaluator);
  const unseen = new UnseenCallers(graph);
  const reached = new ReachedFiles(graph);
  return {
    requests,
    patterns: [...patterns, ...hosting.patterns],
    proxies,
    headers: headers.finish(uses, requests, references),
    references: [
      ...mocks,
      ...references,
      ...signed.list(),
      ...findNestedUrls(requests.filter(({ site }) => project.isInScope(site.file))),
    ],
    env,
    ownPaths: project.ownPaths ?? [],
    numberPackage: (file) => graph.programs.number(file),
    canPackagesMeet: (one, other) => graph.programs.canPackagesMeet(one, other),
    mockedBases: graph.loaded.flatMap((module) => [
      ...findMockedBases(evaluator, module),
      ...findProvidedBases(evaluator, module),
      ...findStubbedSettings(evaluator, module, requests),
    ]),
    testSettings: findTestSettings(project, addressed),
    analysedFiles: graph.loaded
      .map((module) => module.path)
      .filter((path) => project.isInScope(path))
      .sort(),
    problems: graph.problems.filter(({ file }) => project.isInScope(file)),
    notices: finder.listNotices(),
    comments: comments.listOwn(),
    findCommentPlace: (file, offset) => comments.findPlace(file, offset),
    findForeignUses: (literal, covered) => uses.find(literal, covered),
    isHandedAlone: (site, seams) => isHandedAlone(evaluator, site, seams),
    isHandedToUrl: (url, seam) =>
      isHandedToUrl(evaluator, seam, new Set(collector.listEmissions(url).map(({ sink }) => sink.node))),
    listRowsBeside: (literals) => listRowsBeside(evaluator, literals),
    listPathTexts: (file) => {
      const module = graph.load(file);
      return module === null ? [] : listPathTexts(evaluator, module);
    },
    planMessage: (url, change) => planMessage(evaluator, collector.listEmissions(url), change),
    listBodyMembers: (url) => listBodyMembers(evaluator, collector.listEmissions(url)),
    listHoleTexts: (url, part) => listHoleTexts(evaluator, collector.listEmissions(url), part),
    readBody: (url) => readBody(evaluator, collector.listEmissions(url)),
    readStream: (url) => readStream(evaluator, collector.listEmissions(url)),
    hasUnseenCallers: (file) => unseen.has(file, listPassingOn(graph)),
    isOffered: (file, offset) => offered.reaches(file, offset),
    isGivenAway: (file, offset, isHandedOver) =>
      given.reaches(file, offset, isHandedOver) ||
      (!isHandedOver && given.isOfParameter(file, offset) && offered.reaches(file, offset)),
    listSeamTexts: (file, offset) => listSeamTexts(evaluator, file, offset),
    listReached: (file) => reached.list(file),
    isInScope: (file) => project.isInScope(file),
    getText: (file) => graph.load(file)?.text ?? '',
  };
}

/** The search runs again when its answers call for files, or parts of files, that were not looked at. */
function runUntilComplete(start: ModuleGraph, options: AnalyzeOptions): Pass {
  const users = new UserLoader(options.words);
  let graph = start;
  users.load(graph, []);
  // What is read on may have been waited for by files of which nobody thought.
  const readOn = (): boolean => {
    const next = graph.readOn();
    graph = next ?? graph;
    return next !== null;
  };
  for (;;) {
    while (readOn()) users.load(graph, []);
    const pass = runPass(graph, options);
    // Over more files it would end no later.
    if (pass.evaluator.isExhausted) return pass;
    if (!pass.isComplete || readOn()) continue;
    const before = graph.loaded.length;
    users.load(graph, [
      ...pass.finder.openModules,
      ...listUnsent(graph, pass.finder, options.words),
      ...listIdleClients(graph, pass.finder),
    ]);
    loadSetups(graph);
    const added = graph.loaded.slice(before);
    // Who imports from a barrel was taken in with it.
    if (added.length === 0 || (added.every(isBarrel) && !readOn())) return pass;
  }
}
