import type { SyntaxNode } from '../syntax/tree.ts';
import type { Evaluator } from './evaluator.ts';
import { listElements } from './objects.ts';
import { getKnownText } from './texts.ts';
import type { Env, ExternalValue, Value } from './values.ts';

/** What a `Map` holds: the pairs that it is made of, and those that are set anywhere in the project. */

interface Entry {
  readonly key: Value | undefined;
  readonly value: Value;
}

function findMade(value: Value): SyntaxNode | null {
  return value.type === 'external' && value.path.length === 0 && value.made !== null ? value.made.call : null;
}

/** `env`: of who asks; who looks at all callers means those of the function that sets, too. */
function listSet(evaluator: Evaluator, map: SyntaxNode, env: Env): readonly Entry[] {
  return evaluator.index.listSettings().flatMap((setting) => {
    const { node, module, receiver } = setting;
    if (setting.owner === undefined) setting.owner = findMade(evaluator.evaluate(receiver, module, null));
    if (setting.owner !== map) return [];
    const args = evaluator.index.listCallArguments(node, module, env?.any === true ? evaluator.anyCaller : null);
    const value = evaluator.getArgument(args, 1);
    return value === undefined ? [] : [{ key: evaluator.getArgument(args, 0), value }];
  });
}

function listGiven(evaluator: Evaluator, made: NonNullable<ExternalValue['made']>): readonly Entry[] | null {
  const source = evaluator.getArgument(made.args, 0);
  if (source === undefined) return [];
  const pairs = listElements(evaluator, source);
  return (
    pairs?.flatMap((pair) => {
      const [key, value] = listElements(evaluator, pair) ?? [];
      return value === undefined ? [] : [{ key, value }];
    }) ?? null
  );
}

function readKey(key: Value | undefined): string | null {
  return key?.type === 'text' ? getKnownText(key) : null;
}

/** What `map.get(key)` can give; null when nothing is known of the map. */
export function listMapped(
  evaluator: Evaluator,
  made: NonNullable<ExternalValue['made']>,
  key: Value | undefined,
  env: Env,
): readonly Value[] | null {
  const given = listGiven(evaluator, made);
  if (given === null) return null;
  const wanted = readKey(key);
  return [...given, ...listSet(evaluator, made.call, env)].flatMap((entry) => {
    const own = readKey(entry.key);
    return wanted !== null && own !== null && own !== wanted ? [] : [entry.value];
  });
}
