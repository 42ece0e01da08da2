/** Files that test the program: what they do says how it is tested, not how it is used. */
const FOLDERS =
  /(?:^|\/)(?:(?:(?:unit|integration|e2e|api|acceptance|functional|contract|smoke|load)-)?tests?|testing|test-(?:utils?|helpers?)|__tests__|__mocks__|__fixtures__|mocks|e2e|cypress)\/|^(?:(?:packages|apps|libs)\/[^/]+\/)?t\//;
/** `calls.test.ts`, `app.e2e-spec.ts` of Nest, `voice.mock.ts` */
const ENDINGS = /(?:\.(?:test|spec|cy|stories|e2e|mocks?|fakes?|stubs?)|[.-](?:e2e|int|unit)-spec)\.[cm]?[jt]sx?$/;
/** `test.js`, `mock-server.mjs`, `fake-voice-api.ts`, `setupTests.js`, `vitest.setup.ts` */
const NAMES =
  /(?:^|\/)(?:tests?|testing|mocks?|(?:mock|fake|stub)-(?:[\w-]+-)?(?:server|api|backend|fetch)|setup-?tests?|(?:jest|vitest|mocha)[.-]setup)\.[cm]?[jt]sx?$/i;

export function isTestFile(path: string): boolean {
  return FOLDERS.test(path) || ENDINGS.test(path) || NAMES.test(path);
}
