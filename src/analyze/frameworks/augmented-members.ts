import { append } from '../../model/append.ts';
import { getKeyName } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateDeclaredType } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { keepMeeting } from '../modules/programs.ts';
import type { ExternalValue, ParamValue, Value } from '../values/values.ts';

/**
 * Members that a program declares on what a package hands it: `declare module 'discord.js' { interface Client { voice: Voice } }`
 * and `interaction.client.voice.get(…)`.
 */

interface Augmentation {
  readonly packageName: string;
  readonly member: SyntaxNode;
  readonly module: Module;
}

/** The package whose module a declaration adds to. */
function findAugmented(declaration: SyntaxNode): string | null {
  const block = getParent(declaration);
  const around = block?.type === 'TSModuleBlock' ? getParent(block) : undefined;
  return around?.type === 'TSModuleDeclaration' && around.id.type === 'StringLiteral' ? around.id.value : null;
}

const listAugmentations = gather(
  ({ loaded }: ModuleGraph) => loaded,
  () => new Map<string, Augmentation[]>(),
  (found, module) => {
    if (!/\bdeclare\s+module\s+['"]/.test(module.text)) return;
    for (const declaration of module.scripts.flatMap(({ types }) => [...types.values()].flat())) {
      const packageName = declaration.type === 'TSInterfaceDeclaration' ? findAugmented(declaration) : null;
      if (packageName === null || declaration.type !== 'TSInterfaceDeclaration') continue;
      for (const member of declaration.body.body) {
        if (member.type !== 'TSPropertySignature') continue;
        const name = getKeyName(member.key, member.computed === true);
        if (name !== null) append(found, name, { packageName, member, module });
      }
    }
  },
);

/** The instance that the member is declared to be; null where the project declares none, or several things by that name. */
function evaluateAugmented(
  evaluator: Evaluator,
  name: string,
  asking: Module,
  isFrom: (packageName: string) => boolean,
): Value | null {
  const all = listAugmentations(evaluator.graph).get(name);
  if (all === undefined) return null;
  const own = keepMeeting(evaluator, all, asking).filter(({ packageName }) => isFrom(packageName));
  const values = own.map(({ member, module }) => evaluateDeclaredType(evaluator, member, module, evaluator.anyCaller));
  const [first, ...others] = values;
  if (first?.type !== 'instance') return null;
  return others.every((other) => other?.type === 'instance' && other.of.node === first.of.node) ? first : null;
}

/** The same of something of the package. */
export function evaluateAugmentedMember(
  evaluator: Evaluator,
  external: ExternalValue,
  name: string,
  asking: Module,
): Value | null {
  if (external.module === 'global' || external.made !== null) return null;
  return evaluateAugmented(evaluator, name, asking, (packageName) => packageName === external.module);
}

/** `(interaction: ChatInputCommandInteraction)`: is the type one of the package's? */
function isTypeOf(packageName: string, { declared }: ParamValue): boolean {
  const type = declared?.type.type;
  if (declared === undefined || type?.type !== 'TSTypeReference') return false;
  const head = type.typeName.type === 'Identifier' ? type.typeName.name : null;
  const imports = declared.type.module.text.matchAll(/\bimport\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g);
  return Array.from(imports).some(
    ([, names = '', specifier]) =>
      specifier === packageName &&
      names.split(',').some((one) => one.trim().split(/\s+/).at(-1) === head && head !== null),
  );
}

/** The same of a parameter that is declared to be something of the package. */
export function evaluateAugmentedParam(
  evaluator: Evaluator,
  param: ParamValue,
  name: string,
  asking: Module,
): Value | null {
  return evaluateAugmented(evaluator, name, asking, (packageName) => isTypeOf(packageName, param));
}
