import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';

/** What a build tool or framework reads by itself: no file of the project imports its redirects and routes. */

const SETTINGS =
  /(?:^|\/)(?:next|nuxt|vite|svelte|astro|remix|react-router|gatsby|vue|webpack|rspack|rsbuild|vercel|netlify)\.config\.[cm]?[jt]s$/;
const PUT_TOGETHER = /^(?:ObjectProperty|ArrayExpression|TemplateLiteral|BinaryExpression)$/;

export function isSetting({ path }: Module, parent: SyntaxNode): boolean {
  return SETTINGS.test(path) && PUT_TOGETHER.test(parent.type);
}
