import type { Evaluator } from '../evaluator.ts';
import { holdsLiteral, listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import type { Place } from '../uses/places.ts';

/** `await fetch(API + path); return `https://app.example${path}`;`: does a wrapper give back another address with the text? */
export function isOtherAddress(evaluator: Evaluator, place: Place, literal: number): boolean {
  const { node, module, path, isHandedOver } = place;
  if (!isHandedOver || path.length > 0 || !/^(?:TemplateLiteral|BinaryExpression)$/.test(node.type)) return false;
  const texts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
  return texts.some((text) => holdsLiteral(text, literal) && isAbsoluteUrl(text));
}
