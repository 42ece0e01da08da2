import { isNullish } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import { type SingleValue, UNDEFINED, type Value } from '../values/values.ts';
import { type ClientCall, firstOption } from './client.ts';

/** `client.get('/calls', eu ? { baseURL: EU } : undefined)`: the base that the options of one call name in place of the client's. */

export interface NamedOptions {
  readonly options: Value | undefined;
  /** Which argument they are. */
  readonly index: number;
  readonly names: readonly string[];
}

/** Does some caller hand over options that name a base? Those of which nobody says so are taken to name none. */
function isNamedByCallers(call: ClientCall, { index, names }: NamedOptions): boolean {
  const { evaluator } = call;
  const args = call.args.map((given) => (given.kind === 'value' ? given : { ...given, env: evaluator.anyCaller }));
  const given = listOptions(evaluator.getArgument(args, index) ?? UNDEFINED);
  return given.some((options) => {
    const base = options.type === 'object' ? firstOption(call, options, names) : undefined;
    return base !== undefined && listOptions(base).some(({ type }) => type !== 'param' && type !== 'unknown');
  });
}

function readBase(call: ClientCall, options: SingleValue, named: NamedOptions): Value {
  if (options.type !== 'object' && !(options.type === 'param' && isNamedByCallers(call, named))) return UNDEFINED;
  const base = firstOption(call, options, named.names);
  return base === undefined || base.type === 'unknown' ? UNDEFINED : base;
}

/** Where the options may name none, it is `own`. */
export function chooseBase(call: ClientCall, named: NamedOptions, own: Value | undefined): Value | undefined {
  const bases = listOptions(named.options ?? UNDEFINED).map((options) => readBase(call, options, named));
  const all = bases.flatMap(listOptions);
  const given = all.filter((option) => !isNullish(option));
  if (given.length === 0) return own;
  if (own === undefined || given.length === all.length || given.some(({ type }) => type !== 'text')) return unite(all);
  const choices = given.flatMap((option) => option.choices ?? []).filter(({ by }) => by === 'condition');
  // No outcome of the conditions by which another one is named.
  return unite([
    ...given,
    withChoices(
      own,
      choices.map((choice) => ({ ...choice, option: -1 })),
    ),
  ]);
}
