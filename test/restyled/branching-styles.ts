import type { types as Types } from '@babel/core';
import type { Style } from './styles.ts';

/** The same decisions, by other statements. */

type T = typeof Types;
type Expression = Types.Expression;

function ends(statement: Types.Statement | null | undefined): boolean {
  if (statement?.type === 'BlockStatement') return ends(statement.body.at(-1));
  return statement?.type === 'ReturnStatement' || statement?.type === 'ThrowStatement';
}

function listStatements(statement: Types.Statement): readonly Types.Statement[] {
  return statement.type === 'BlockStatement' ? statement.body : [statement];
}

/** Would what stands here be hoisted, or be seen by more than these statements? */
function isSeenOutside(statements: readonly Types.Statement[]): boolean {
  return statements.some(
    (one) => one.type === 'FunctionDeclaration' || (one.type === 'VariableDeclaration' && one.kind === 'var'),
  );
}

function listNames(t: T, statements: readonly Types.Statement[]): readonly string[] {
  return statements.flatMap((one) => Object.keys(t.getBindingIdentifiers(one)));
}

/** `break` or `continue` that belongs to something around these statements. */
function leavesLoop(statements: readonly Types.Statement[]): boolean {
  return /"type":"(?:BreakStatement|ContinueStatement)"/.test(JSON.stringify(statements));
}

/** `name === 'text'`: the name, and the text. */
function readComparison(t: T, test: Expression): { readonly name: string; readonly value: Expression } | null {
  if (!t.isBinaryExpression(test, { operator: '===' })) return null;
  const { left, right } = test;
  if (t.isIdentifier(left) && t.isStringLiteral(right)) return { name: left.name, value: right };
  return null;
}

/** `if (name === 'a') … else if (name === 'b') … else …`, and what follows if each of them ends. */
function readChain(
  t: T,
  first: Types.IfStatement,
): { readonly name: string; readonly cases: readonly Types.SwitchCase[] } | null {
  const cases: Types.SwitchCase[] = [];
  const name = readComparison(t, first.test)?.name;
  let at: Types.Statement | null | undefined = first;
  while (t.isIfStatement(at)) {
    const compared = readComparison(t, at.test);
    if (compared === null || compared.name !== name) return null;
    const body = listStatements(at.consequent);
    if (leavesLoop(body)) return null;
    const block = t.blockStatement([...body, ...(ends(at.consequent) ? [] : [t.breakStatement()])]);
    cases.push(t.switchCase(compared.value, [block]));
    at = at.alternate;
  }
  if (at) {
    if (leavesLoop([at])) return null;
    cases.push(t.switchCase(null, [t.blockStatement([...listStatements(at)])]));
  }
  return name === undefined ? null : { name, cases };
}

function isSimple(discriminant: Types.Expression): boolean {
  return /^(?:Identifier|MemberExpression)$/.test(discriminant.type);
}

/** The statements of a case without the `break` at its end; null where it falls through or leaves from within. */
function readCase(one: Types.SwitchCase, isLast: boolean): readonly Types.Statement[] | null {
  const [only] = one.consequent;
  const body = one.consequent.length === 1 && only !== undefined ? listStatements(only) : one.consequent;
  const last = body.at(-1);
  const isLeft = last?.type === 'BreakStatement' && !last.label;
  if (!isLeft && !ends(last) && !isLast) return null;
  const kept = isLeft ? body.slice(0, -1) : body;
  return leavesLoop(kept) || isSeenOutside(kept) ? null : kept;
}

export const BRANCHING_STYLES: Readonly<Record<string, Style>> = {
  'else instead of early returns': (t) => ({
    BlockStatement: {
      exit(path) {
        const { body } = path.node;
        for (let index = body.length - 2; index >= 0; index -= 1) {
          const statement = body[index];
          const rest = body.slice(index + 1);
          if (!t.isIfStatement(statement) || statement.alternate || !ends(statement.consequent)) continue;
          if (isSeenOutside(rest)) continue;
          statement.alternate = t.blockStatement(rest);
          body.splice(index + 1);
        }
      },
    },
  }),

  'early returns instead of else': (t) => ({
    BlockStatement: {
      exit(path) {
        const { body } = path.node;
        const last = body.at(-1);
        if (!t.isIfStatement(last) || !last.alternate || t.isIfStatement(last.alternate)) return;
        const others = listStatements(last.alternate);
        const known = listNames(t, body.slice(0, -1));
        if (isSeenOutside(others) || listNames(t, others).some((name) => known.includes(name))) return;
        if (listNames(t, others).some((name) => path.scope.hasBinding(name))) return;
        if (!ends(last.consequent)) {
          if (!path.parentPath.isFunction()) return;
          last.consequent = t.blockStatement([...listStatements(last.consequent), t.returnStatement()]);
        }
        last.alternate = null;
        body.push(...others);
      },
    },
  }),

  'switch instead of if': (t) => ({
    IfStatement(path) {
      if (path.key === 'alternate') return;
      const { name, cases } = readChain(t, path.node) ?? {};
      if (name !== undefined && cases !== undefined)
        path.replaceWith(t.switchStatement(t.identifier(name), [...cases]));
    },
  }),

  'if instead of switch': (t) => ({
    SwitchStatement(path) {
      const { discriminant, cases } = path.node;
      if (!isSimple(discriminant)) return;
      const otherwise = cases.findIndex(({ test }) => test == null);
      if (otherwise !== -1 && otherwise !== cases.length - 1) return;
      const branches: { tests: Expression[]; body: readonly Types.Statement[] }[] = [];
      let tests: Expression[] = [];
      for (const [index, one] of cases.entries()) {
        if (one.test) tests.push(t.binaryExpression('===', t.cloneNode(discriminant), one.test));
        if (one.consequent.length === 0) continue;
        const body = readCase(one, index === cases.length - 1);
        if (body === null) return;
        branches.push({ tests: one.test ? tests : [], body });
        tests = [];
      }
      const made = branches.reduceRight<Types.Statement | null>((after, branch) => {
        const [first, ...others] = branch.tests;
        const block = t.blockStatement([...branch.body]);
        if (first === undefined) return block;
        return t.ifStatement(
          others.reduce((sum, test) => t.logicalExpression('||', sum, test), first),
          block,
          after,
        );
      }, null);
      if (t.isIfStatement(made)) path.replaceWith(made);
    },
  }),
};
