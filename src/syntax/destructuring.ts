import type * as t from '@babel/types';
import { nameKey } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';

/** The names of a pattern, each with the way from the whole value to it. */

/** One step from a destructured value to the bound name. */
export type PatternStep =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'computed'; readonly key: SyntaxNode }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'rest'; readonly without: readonly string[] }
  | { readonly kind: 'rest-elements'; readonly from: number }
  | { readonly kind: 'default'; readonly value: SyntaxNode };

/** Calls `bind` for every name of a pattern with the steps that lead to it. */
export function eachPatternName(
  pattern: SyntaxNode,
  steps: readonly PatternStep[],
  bind: (name: t.Identifier, steps: readonly PatternStep[]) => void,
): void {
  switch (pattern.type) {
    case 'Identifier':
      bind(pattern, steps);
      return;
    case 'AssignmentPattern':
      eachPatternName(pattern.left, [...steps, { kind: 'default', value: pattern.right }], bind);
      return;
    case 'ArrayPattern':
      pattern.elements.forEach((element, index) => {
        if (element === null) return;
        if (element.type === 'RestElement')
          eachPatternName(element.argument, [...steps, { kind: 'rest-elements', from: index }], bind);
        else eachPatternName(element, [...steps, { kind: 'index', index }], bind);
      });
      return;
    case 'ObjectPattern': {
      const names: string[] = [];
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          eachPatternName(property.argument, [...steps, { kind: 'rest', without: [...names] }], bind);
          continue;
        }
        const name = nameKey(property);
        if (name !== null) names.push(name);
        const step: PatternStep = name === null ? { kind: 'computed', key: property.key } : { kind: 'property', name };
        eachPatternName(property.value, [...steps, step], bind);
      }
      return;
    }
    case 'TSParameterProperty':
      eachPatternName(pattern.parameter, steps, bind);
      return;
    case 'RestElement':
      eachPatternName(pattern.argument, steps, bind);
      return;
    default:
  }
}
