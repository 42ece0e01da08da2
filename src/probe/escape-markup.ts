import { cleanText } from './issues.ts';

/** Untrusted text for an element or a quoted attribute, of HTML or of XML. */
export function escapeMarkup(text: string): string {
  return cleanText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
