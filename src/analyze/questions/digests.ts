import { type CallNode, isCallNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { isPutIntoAnother } from '../outsiders/bare-names.ts';
import type { Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * `createHash('md5').update(url).digest('hex')`: what is made of a URL is another one for another URL. Of a table of the program
 * both sides change; a name that another server knows does not.
 */

const HASHES =
  /^(?:md5|js-md5|blueimp-md5|sha1|js-sha1|js-sha256|object-hash|string-hash|hash-sum|crc-32|murmurhash.*)$/;
const CRYPTO = /^(?:node:)?crypto$/;
/** What is still made of it then. */
export const OF_DIGEST = /^(?:update|digest|copy|slice|substring|toString)$/;

function isHash(option: Value): boolean {
  if (option.type !== 'external') return false;
  if (option.made === null)
    return HASHES.test(option.module) || (CRYPTO.test(option.module) && option.path[0] === 'hash');
  const { by } = option.made;
  return CRYPTO.test(by.module) && by.path.at(-1) === 'createHash' && option.path.join('.') === 'update';
}

function isHashed(evaluator: Evaluator, call: SyntaxNode, { node, path, isUrl, module }: Place): call is CallNode {
  if (!isUrl || path.length > 0 || !isCallNode(call) || !('arguments' in call)) return false;
  if (!call.arguments.some((argument) => argument === node)) return false;
  return listOptions(evaluateCallee(evaluator, call, module, null)).some(isHash);
}

/** What a call makes of the URL that it is handed; null for all else. */
export function makeDigest(evaluator: Evaluator, call: CallNode, place: Place): Place | null {
  return isHashed(evaluator, call, place) ? { ...place, node: call, isDigest: true, isHandedOver: true } : null;
}

/** Is it a part of the address of another server? */
export function isDigestSent(evaluator: Evaluator, place: Place, parent: SyntaxNode, literal: number): boolean {
  const made = isHashed(evaluator, parent, place) ? parent : place.isDigest ? place.node : null;
  return made !== null && isPutIntoAnother(evaluator, place.module, made, literal);
}
