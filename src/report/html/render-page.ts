import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.ts';
import { DECISIONS } from './script-decisions.ts';
import { FILTERS } from './script-filters.ts';
import { KEYS } from './script-keys.ts';
import { STYLE } from './style.ts';

const SCRIPT = `'use strict';${FILTERS}${DECISIONS}${KEYS}`;

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Nothing is fetched, and only this style and this script count: source that got in as markup would stay dead. */
function renderPolicy(): string {
  const rules = [
    "default-src 'none'",
    `style-src ${hash(STYLE)}`,
    `script-src ${hash(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv=Content-Security-Policy content="${rules.join('; ')}">`;
}

/** One document in one file. */
export function renderPage(title: string, body: string): string {
  return [
    '<!doctype html>',
    '<html lang=en>',
    '<head>',
    '<meta charset=utf-8>',
    renderPolicy(),
    '<meta name=viewport content="width=device-width,initial-scale=1">',
    '<meta name=referrer content=no-referrer>',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    body,
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
