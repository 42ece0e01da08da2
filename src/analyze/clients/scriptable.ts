import { makeUnknown } from '../texts/texts.ts';
import type { HttpLibrary } from './client.ts';

/** Scriptable, on a phone: `const request = new Request(url); request.method = 'POST'; await request.loadJSON();` */

const LOADS = /^load(?:JSON|String|Image)?$/;

export const scriptableLibrary: HttpLibrary = {
  name: 'scriptable',
  modules: [],
  globals: ['Request'],
  send: ({ evaluator, target, module, node }) => {
    const made = target.type === 'external' ? target.made : null;
    const [name, ...others] = target.path;
    if (made === null || made.by.path.join('.') !== 'Request' || others.length > 0 || !LOADS.test(name ?? ''))
      return null;
    const [given] = made.args;
    const url = evaluator.getArgument(made.args, 0);
    if (url === undefined) return null;
    const isSet = evaluator.index.listMemberAssignments('method').some((assigned) => {
      const owner = evaluator.evaluate(assigned.object, assigned.module, null);
      return owner.type === 'external' && owner.made?.call === made.call;
    });
    const method = isSet ? makeUnknown(node, module, 'it is set on the request') : null;
    return { client: 'scriptable', url, urlNode: given?.kind === 'expression' ? given.node : made.call, method };
  },
};
