import type { UrlReference } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart, unwrap } from '../../syntax/nodes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listProperties } from '../members/objects.ts';
import { getRegion, type Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { namesUrl } from '../urls/urls.ts';
import { listOptions } from '../values/unions.ts';
import type { TextValue } from '../values/values.ts';
import { readExpectation } from './expected-pathnames.ts';
import { namesPath, toUrl } from './references.ts';

/** Where a test compares what the code under test makes: `expect(makeUrl(path)).toBe('https://…')`. */
function listSubjects({ calls }: ScriptFacts, module: Module): readonly SyntaxNode[] {
  return calls.flatMap((call) => {
    const subject = unwrap(readExpectation(call, module)?.subject ?? call);
    return /^(?:Identifier|MemberExpression|CallExpression|AwaitExpression)$/.test(subject.type) && subject !== call
      ? [subject]
      : [];
  });
}

/** The texts of a value, and those of its members where it is an object: `{ method, url }`. */
function listMadeTexts(evaluator: Evaluator, node: SyntaxNode, module: Module): readonly TextValue[] {
  const value = evaluator.evaluate(node, module, evaluator.anyCaller);
  return listOptions(value).flatMap((option) => {
    const members = option.type === 'object' ? listProperties(evaluator, option).map(([, member]) => member) : [option];
    return members.flatMap((member) => listTexts(member, node, module));
  });
}

/** What a test has the code under test make of its own texts: these change with what it expects. */
export function findMadeUrls(
  evaluator: Evaluator,
  module: Module,
  consumed: ReadonlySet<number>,
): readonly UrlReference[] {
  if (!isTestFile(module.path)) return [];
  return module.scripts.flatMap((script) => {
    if (!script.paths.some((node) => namesPath(evaluator, node, consumed))) return [];
    return listSubjects(script, module).flatMap((node): readonly UrlReference[] => {
      evaluator.ask();
      const texts = listMadeTexts(evaluator, node, module).filter(
        (text) =>
          namesUrl(text) &&
          text.atoms.some(({ kind, ...atom }) => {
            const origin = kind === 'text' && 'origin' in atom ? atom.origin : null;
            return origin?.file === module.path && !consumed.has(origin.literal);
          }),
      );
      if (texts.length === 0) return [];
      return [{ expression: getRegion(module, getStart(node), getEnd(node)), urls: texts.map(toUrl), methods: null }];
    });
  });
}
