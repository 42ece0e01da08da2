import { escapeControls } from './controls.ts';

/**
 * Untrusted text as code inside Markdown. Every mark is an entity, so that no parser finds emphasis, a link or a cell's
 * end; within `<code>` GitHub and GitLab turn no @name and no #number into a mention either.
 */
export function renderCode(text: string): string {
  const escaped = escapeControls(text).replace(/[^\p{L}\p{N} ./-]/gu, (mark) => `&#${mark.codePointAt(0)};`);
  return `<code>${escaped}</code>`;
}

/** Words of ours that may quote a name: no mark of Markdown survives, and no mention. */
export function escapeProse(text: string): string {
  return escapeControls(text)
    .replace(/[\\`*_{}[\]<>&|~#!:]/g, (mark) => `&#${mark.codePointAt(0)};`)
    .replaceAll('@', '@&#8203;');
}

/** A block of source; the fence is longer than any run of backticks in it. */
export function renderFence(language: string, text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
