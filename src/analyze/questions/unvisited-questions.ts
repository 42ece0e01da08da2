import { append } from '../../model/append.ts';
import { isTestFile } from '../../model/test-files.ts';
import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText, getTextHead, listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl, splitAtPath } from '../urls/urls.ts';
import { listOptions } from '../values/unions.ts';
import type { TextValue } from '../values/values.ts';

/**
 * Questions seen from where they are asked: `LIMITS[path]` in a step of a pipe, in a class that a function makes. The search
 * goes forward from the text and has to know each way there is; the evaluator comes from the other side, and knows others.
 */

interface Question {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly isUrl: boolean;
}

const ASKING = /^(?:has|get|includes|indexOf|lastIndexOf|hasOwn|hasOwnProperty|test|exec)$/;
const ASKED = /^(?:startsWith|endsWith|includes|indexOf|match|search|localeCompare)$/;
/** What is no text with a name of its own. */
const PLAIN = /Literal$|^(?:UpdateExpression|UnaryExpression|BinaryExpression|ThisExpression|Super)$/;

/** The operands of a comparison of which one may be a path and the other is one as well. */
function listCompared(node: SyntaxNode & { readonly type: 'BinaryExpression' }): readonly SyntaxNode[] {
  if (node.operator === 'in') return [node.left];
  if (!/^[=!]==?$/.test(node.operator)) return [];
  const sides = [node.left, node.right];
  const isNoText = sides.some(({ type }) => /^(?:Null|Numeric|Boolean)Literal$|^UnaryExpression$/.test(type));
  return isNoText ? [] : sides;
}

/** The arguments and the receiver of a call that are asked something. */
function listAskedOfCall(call: SyntaxNode): readonly SyntaxNode[] {
  if (!isCallNode(call) || !('arguments' in call)) return [];
  const callee = unwrap(call.callee);
  const name = isMemberNode(callee) ? nameMember(callee) : null;
  if (!isMemberNode(callee) || name === null) return [];
  const asked: SyntaxNode[] = ASKING.test(name) ? call.arguments.slice(name === 'hasOwn' ? 1 : 0).slice(0, 1) : [];
  if (ASKED.test(name)) asked.push(callee.object);
  return asked;
}

function listAsked(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'BinaryExpression') return listCompared(node);
  if (node.type === 'SwitchStatement') return [node.discriminant];
  if (!isMemberNode(node)) return listAskedOfCall(node);
  const parent = getParent(node);
  const isSet = parent?.type === 'AssignmentExpression' && parent.left === node;
  return node.computed && !isSet ? [node.property] : [];
}

/** `BASE + path`, `${BASE}${path}` */
function isPutTogether(asked: SyntaxNode): boolean {
  const node = unwrap(asked);
  if (node.type === 'TemplateLiteral') return node.expressions.length > 1;
  return node.type === 'BinaryExpression' && node.operator === '+' && node.right.type !== 'NumericLiteral';
}

function* readModule(module: Module): Generator<SyntaxNode> {
  for (const { program } of module.scripts) {
    const found: SyntaxNode[] = [];
    walk(program, true, (node) => {
      for (const asked of listAsked(node))
        if (!PLAIN.test(unwrap(asked).type) || isPutTogether(asked)) found.push(asked);
      return true;
    });
    yield* found;
  }
}

/** The steps that it may take to know what is asked. */
const MAX_STEPS = 1000;

/** A whole URL that is asked about, and the literals in which its path stands. */
interface AskedUrl {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly literals: readonly number[];
}

interface Questions {
  readonly byLiteral: Map<number, Question[]>;
  readonly byUrl: Map<string, AskedUrl[]>;
}

function listOfPath(text: TextValue): readonly number[] {
  return splitAtPath(text.atoms)[1].flatMap((atom) =>
    atom.kind === 'text' && atom.origin ? [atom.origin.literal] : [],
  );
}

function add(questions: Questions, node: SyntaxNode, module: Module, evaluator: Evaluator): void {
  evaluator.ask(MAX_STEPS, module);
  // Of a bundle that took all its steps only what stands there is asked, and not its callers.
  const env = evaluator.fileSteps.hasSpent(module) ? null : evaluator.anyCaller;
  const isWhole = isPutTogether(node);
  for (const option of listOptions(evaluator.evaluate(node, module, env))) {
    if (option.type !== 'text' && option.type !== 'url') continue;
    for (const text of listTexts(option, node, module)) {
      const isUrl = isAbsoluteUrl(text);
      if (!isUrl && !/^\/?\w/.test(getTextHead(text))) continue;
      for (const atom of isWhole ? [] : text.atoms)
        if (atom.kind === 'text' && atom.origin)
          append(questions.byLiteral, atom.origin.literal, { node, module, isUrl });
      const whole = isUrl ? findKnownText(text) : null;
      if (whole !== null) append(questions.byUrl, whole, { node, module, literals: listOfPath(text) });
    }
  }
}

/** By the literals that what is asked may hold. */
const listQuestions = gather(
  ({ graph }: Evaluator) => graph.loaded,
  (): Questions => ({ byLiteral: new Map(), byUrl: new Map() }),
  (questions, module, evaluator) => {
    if (!isTestFile(module.path)) for (const node of readModule(module)) add(questions, node, module, evaluator);
  },
);

/** Where something is asked that can be, or hold, the text of the literal. */
export function listQuestionsAbout(evaluator: Evaluator, literal: number): readonly Question[] {
  return listQuestions(evaluator).byLiteral.get(literal) ?? [];
}

/** `TTL[BASE + path]`: where a whole URL is asked about that is put together, seen from another text with the same. */
export function listAskedUrls(evaluator: Evaluator, url: string): readonly AskedUrl[] {
  return listQuestions(evaluator).byUrl.get(url) ?? [];
}
