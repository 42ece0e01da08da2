import { describe, expect, test } from 'vitest';
import { render } from '../../src/report/formats/markdown.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { CHANGE, EMPTY_PLAN, FINDING, PLAN } from '../cli/fake-stages.ts';
import { HOSTILE_REPORT } from './hostile-report.ts';
import { createReport, PLAIN } from './sample-report.ts';

test('numbers, what is to be done by hand, what is automatic, the diff', () => {
  expect(render(createReport(PLAN, [CHANGE]), PLAIN)).toMatchSnapshot();
});

test('nothing to say is said', () => {
  expect(render(createReport(EMPTY_PLAN), PLAIN)).toContain('### v1-migrate migrate: none');
});

/** The text outside fences, where Markdown and HTML are read. */
function dropFences(text: string): string {
  return text.replace(/^(`{3,})diff\n[\s\S]*?\n\1$/gm, '');
}

describe('hostile text', () => {
  const text = render(HOSTILE_REPORT, PLAIN);
  const outside = dropFences(text);

  test('is no element, link, image, mention or fence', () => {
    const tags = new Set(outside.match(/<\/?[a-z!][^>]*>/gi)?.map((tag) => tag.replace(/ .*/, '')));
    expect([...tags].sort()).toEqual(
      ['</b>', '</code>', '</details>', '</summary>', '<b>', '<code>', '<details', '<details>', '<summary>'].sort(),
    );
    expect(outside).not.toMatch(/\]\(|@\w|(?<!&)#\d|```|https?:/);
  });

  test('keeps the cells of a row', () => {
    const rows = outside.split('\n').filter((line) => line.startsWith('| <code>'));
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(row.match(/\|/g)).toHaveLength(5);
  });

  test('stands in a fence that is longer than any run in it', () => expect(text).toMatch(/^`{4,}diff$/m));

  test('moves no cursor and turns no text', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2066]/);
  });
});

test('what does not fit is counted, and no element stays open', () => {
  const findings = Array.from({ length: 3000 }, (_, index) => ({ ...FINDING, id: `VM-${index + 10_000_000}` }));
  const text = render(createReport({ ...PLAN, findings }, [CHANGE]), PLAIN);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
  const shown = text.match(/VM-\d{8}/g)?.length ?? 0;
  const left = Number(/^(\d+) rows or diffs did not fit/m.exec(text)?.[1]);
  expect(shown + left).toBe(3000 + (text.includes('```diff') ? 0 : 1));
  expect(text.match(/<details/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  expect(renderMarkdown(HOSTILE_REPORT, PLAIN, 1_500).match(/<details/g)?.length ?? 0).toBe(
    renderMarkdown(HOSTILE_REPORT, PLAIN, 1_500).match(/<\/details>/g)?.length ?? 0,
  );
});
