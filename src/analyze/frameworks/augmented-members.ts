import { append } from '../../model/append.ts';
import { getKeyName } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { keepMeeting } from '../modules/programs.ts';
import type { ExternalValue, ParamValue } from '../values/values.ts';

/**
 * Members that a program declares on what a package hands it: `declare module 'discord.js' { interface Client { voice: Voice } }`
 * and `interaction.client.voice.get(…)`.
 */

export interface Augmentation {
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

/** What the project declares by this name on the types of the package that a value comes from, or is declared to come from. */
export function listAugmented(
  evaluator: Evaluator,
  value: ExternalValue | ParamValue,
  name: string,
  asking: Module,
): readonly Augmentation[] {
  const all = listAugmentations(evaluator.graph).get(name);
  if (all === undefined || (value.type === 'external' && (value.module === 'global' || value.made !== null))) return [];
  return keepMeeting(evaluator, all, asking).filter(({ packageName }) =>
    value.type === 'external' ? packageName === value.module : isTypeOf(packageName, value),
  );
}
