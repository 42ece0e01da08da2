import { describe, expect, test } from 'vitest';
import { REPORTER_NAMES, REPORTERS } from '../../src/report/registry.ts';
import type { Reporter } from '../../src/report/reporter.ts';
import { HOSTILE_REPORT, HOSTILE_SOURCE, listCommands } from './hostile-report.ts';
import { PLAIN } from './sample-report.ts';

const LOG = { ...PLAIN, readSource: () => HOSTILE_SOURCE, stopCommands: 'abcdef0123456789' };

describe.each(REPORTER_NAMES)('%s', (name) => {
  async function renderHostile(): Promise<string> {
    const reporter: Reporter = await REPORTERS[name]();
    return reporter.render(HOSTILE_REPORT, LOG);
  }

  test('in a log of GitHub gives the runner nothing to obey but its own annotations', async () => {
    const commands = listCommands(await renderHostile());
    if (name === 'github') expect(commands.every((line) => line.startsWith('::error '))).toBe(true);
    else expect(commands).toEqual([]);
  });

  test('is text that ends with one line end, without a BOM, and the same again', async () => {
    const text = await renderHostile();
    expect(text).toMatch(/[^\n]\n$/);
    expect(text.charCodeAt(0)).not.toBe(0xfeff);
    expect(await renderHostile()).toBe(text);
  });
});
