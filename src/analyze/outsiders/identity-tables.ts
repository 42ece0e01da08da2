import { isCallNode, isMemberNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listProperties } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';

/**
 * `{ grant_type, resource: url }`, `{ specversion: '1.0', source: url }`: members of which only those that stand beside them say that
 * a whole URL under them is the name of something.
 */

interface Kind {
  readonly keys: RegExp;
  /** Of these, so many stand beside it. */
  readonly beside: RegExp;
  readonly least: number;
  /** What is called with the table, where that says it alone. */
  readonly called?: RegExp;
}

const KINDS: readonly Kind[] = [
  {
    keys: /^resources?$/,
    beside:
      /^(?:grant_type|client_(?:id|secret|assertion)|response_type|redirect_uri|subject_token|refresh_token|authorization_servers|scopes_supported|bearer_methods_supported)$/,
    least: 1,
    called: /token/i,
  },
  { keys: /^(?:source|type|subject|dataschema)$/, beside: /^specversion$/, least: 1, called: /^CloudEvent/ },
  { keys: /^(?:type|instance)$/, beside: /^(?:title|status|detail)$/, least: 2 },
];

/** A name of a claim of tokens, beside which another one is no claim name of its own making. */
const CLAIMS = /^(?:aud|iss|sub|exp|iat|nbf|jti|azp)$/;
const SIGNING = /^(?:sign\w*|SignJWT|setClaims?|addClaims?)$/;

function listKeys(table: SyntaxNode): readonly string[] {
  if (table.type !== 'ObjectExpression') return [];
  return table.properties.flatMap((property) => (property.type === 'SpreadElement' ? [] : (nameKey(property) ?? [])));
}

const FOLDS = /^(?:assign|extend|merge)$/;

/** What the table becomes a part of: `Object.assign({}, event(), table)`; itself, where it takes others in. */
function findWhole(table: SyntaxNode): SyntaxNode | null {
  if (table.type !== 'ObjectExpression') return null;
  if (table.properties.some(({ type }) => type === 'SpreadElement')) return table;
  const call = getParent(table);
  const isFolded =
    call?.type === 'CallExpression' && call.callee !== table && FOLDS.test(nameCallee(call.callee) ?? '');
  return isFolded ? call : null;
}

/** `{ ...event(), source: url }`: also those of what it is put together with. */
function listAllKeys(evaluator: Evaluator, table: SyntaxNode, module: Module): readonly string[] {
  const own = listKeys(table);
  const whole = findWhole(table);
  if (whole === null) return own;
  const options = listOptions(evaluator.evaluate(whole, module, evaluator.anyCaller));
  const folded = options.flatMap((option) => (option.type === 'object' ? listProperties(evaluator, option) : []));
  return [...new Set([...own, ...folded.map(([name]) => name)])];
}

/** What is called with it, as it is or made a text: `new URLSearchParams(table)` is looked through by its own keys. */
function nameTaker(table: SyntaxNode): string {
  const call = getParent(table);
  if (call === undefined || !isCallNode(call) || !('callee' in call) || call.callee === table) return '';
  return nameCallee(call.callee) ?? '';
}

/** Does what stands beside the property say that the URL under it is a name? */
export function isNamedBeside(evaluator: Evaluator, property: SyntaxNode, module: Module): boolean {
  const table = getParent(property);
  const key = property.type === 'ObjectProperty' ? nameKey(property) : null;
  if (table === undefined || key === null) return false;
  const kinds = KINDS.filter(({ keys }) => keys.test(key));
  if (kinds.length === 0) return false;
  const all = listAllKeys(evaluator, table, module);
  return kinds.some(
    ({ beside, least, called }) =>
      all.filter((one) => beside.test(one)).length >= least || called?.test(nameTaker(table)) === true,
  );
}

/** `{ '@context': { agents: url } }`: below it, terms stand for names. */
export function isBelowContext(property: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = property; at !== undefined; at = getParent(at)) {
    if (at.type === 'ObjectProperty') {
      if (nameKey(at) === '@context') return true;
    } else if (!/^(?:Object|Array)Expression$/.test(at.type) && unwrap(at) === at) return false;
  }
  return false;
}

/** `{ sub, aud, [ROLE]: role }`, `jwt.sign({ 'https://…/role': role }, key)`: the key of the table is the name of a claim. */
export function isClaimOfTable(key: SyntaxNode): boolean {
  const property = getParent(key);
  if (property?.type !== 'ObjectProperty' || property.key !== key) return false;
  const table = getParent(property);
  return table !== undefined && (listKeys(table).some((one) => CLAIMS.test(one)) || SIGNING.test(nameTaker(table)));
}

/** `t[ROLE]`, `ROLE in t`, `Object.hasOwn(t, ROLE)`: the object that is read by that name. */
export function findReadBy(name: SyntaxNode): SyntaxNode | null {
  const parent = getParent(name);
  if (parent === undefined) return null;
  if (isMemberNode(parent)) return parent.computed && parent.property === name ? parent.object : null;
  if (parent.type === 'BinaryExpression') return parent.operator === 'in' && parent.left === name ? parent.right : null;
  if (!isCallNode(parent) || !('arguments' in parent)) return null;
  const [first, second] = parent.arguments;
  return second === name && first !== undefined && nameCallee(parent.callee) === 'hasOwn' ? first : null;
}
