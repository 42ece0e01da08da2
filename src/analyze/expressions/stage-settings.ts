import { isMemberNode, isNamedMember, type MemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** What is written as a text and decides nothing, because it is another one where the code runs. */

const STAGE = /^#?(?:app_?|node_?)?(?:env(?:ironment)?|stage|mode|target|profile)$/i;

/** `stage = 'dev'`, `get stage() { return 'dev'; }`: a text that is written there. */
function isText(field: SyntaxNode): boolean {
  if (field.type === 'ClassProperty' || field.type === 'ClassPrivateProperty' || field.type === 'ClassAccessorProperty')
    return field.value?.type === 'StringLiteral';
  if ((field.type !== 'ClassMethod' && field.type !== 'ClassPrivateMethod') || field.kind !== 'get') return false;
  const [only] = field.body.body;
  const given = only?.type === 'ReturnStatement' && only.argument ? unwrap(only.argument) : null;
  return given?.type === 'StringLiteral';
}

/** `this.stage` of `class Config { stage = 'dev'; … }` */
function isStageField(member: MemberNode): boolean {
  const name = nameMember(member);
  if (name === null || !STAGE.test(name)) return false;
  let at: SyntaxNode | undefined = member;
  while (at !== undefined && at.type !== 'ClassBody') at = getParent(at);
  return at?.body.some((field) => isNamedMember(field) && nameKey(field) === name && isText(field)) ?? false;
}

/** `ENV`, `config.stage`: what a file says once for all is a setting, and somebody will turn it. */
export function isSetting(subject: SyntaxNode, module: Module): boolean {
  let at = unwrap(subject);
  if (isMemberNode(at) && unwrap(at.object).type === 'ThisExpression') return isStageField(at);
  while (isMemberNode(at) && nameMember(at) !== null) at = unwrap(at.object);
  const binding = at.type === 'Identifier' ? findBindingOf(module, at) : undefined;
  return binding?.scope.parent === null && /^(?:value|import)$/.test(binding.source.kind);
}

const STAGES = /^(?:dev\w*|local\w*|prod\w*|stag\w*|test\w*|qa|uat|sandbox|live|preview|default)$/i;

/** `HOSTS[ENV]`, `HOSTS.get(ENV)`: does a table have one entry for each stage, of which `asked` is one? */
export function areStages(keys: readonly string[], asked: string): boolean {
  return keys.includes(asked) && keys.every((key) => STAGES.test(key));
}
