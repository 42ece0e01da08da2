import { relative, resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = resolve(import.meta.dirname, '../..');

/** What takes more than five seconds, the longest first; a fresh clone has no measurement of its own. */
const LONG = [
  'test/fixtures/idioms.test.ts',
  'test/browser/access.test.ts',
  'test/shard/shard.test.ts',
  'test/restyled/restyled.test.ts',
  'test/generated/generated.test.ts',
  'test/transforms/stock-jscodeshift.test.ts',
  'test/apps/dialer.test.ts',
  'test/cli/bin.test.ts',
  'test/browser/review.test.ts',
  'test/fixtures/unread.test.ts',
  'test/integrations/integrations.test.ts',
  'test/apps/oracle.test.ts',
  'test/probe/command.test.ts',
];

/** So that the end is not one long file alone on one core. Files of one project stay together: they share what is loaded. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.indexOf(relative(ROOT, moduleId).replaceAll('\\', '/'));
      return at === -1 ? LONG.length : at;
    };
    const name = ({ project }: TestSpecification): string => project.name;
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => name(a).localeCompare(name(b)) || rank(a) - rank(b));
  }
}
