/** Files that test the program: what they do says how it is tested, not how it is used. */
const TESTS =
  /(?:^|\/)(?:tests?|testing|__tests__|__mocks__|e2e|cypress)\/|(?:^|\/)testing\.[cm]?[jt]s$|\.(?:test|spec|cy|stories)\.[cm]?[jt]sx?$/;

export function isTestFile(path: string): boolean {
  return TESTS.test(path);
}
