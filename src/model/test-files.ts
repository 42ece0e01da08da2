/** Files that test the program: what they do says how it is tested, not how it is used. */
const TESTS =
  /(?:^|\/)(?:(?:(?:unit|integration|e2e|api|acceptance|functional|contract|smoke|load)-)?tests?|testing|test-(?:utils?|helpers?)|__tests__|__mocks__|__fixtures__|mocks|e2e|cypress)\/|(?:^|\/)(?:tests?|testing)\.[cm]?[jt]s$|\.(?:test|spec|cy|stories)\.[cm]?[jt]sx?$/;

export function isTestFile(path: string): boolean {
  return TESTS.test(path);
}
