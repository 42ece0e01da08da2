import { escapeControls } from '../../escape/controls.ts';
import { escapeXml } from '../xml.ts';

/** Untrusted text for an element or a quoted attribute: shown as it is, with control characters and turns made visible. */
export function escapeHtml(text: string): string {
  return escapeXml(escapeControls(text.replaceAll('\t', '  ')));
}
