import { type FunctionNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/**
 * `a = voice.listen(0); b = crm.listen(0); process.env.VOICE_URL = address(a); process.env.CRM_URL = address(b);`: a test that starts
 * several servers says of each which setting gets its address.
 */

const MAX_HOPS = 4;

/** Is the value made of what bears this name? */
function isMadeOf(node: SyntaxNode, name: Binding, module: Module, hops = MAX_HOPS): boolean {
  return someNode(node, (inner) => {
    const binding = inner.type === 'Identifier' ? findBindingOf(module, inner) : undefined;
    if (binding === undefined) return false;
    if (binding === name) return true;
    if (hops === 0) return false;
    const { source } = binding;
    const values = binding.assignments.map((assigned) => assigned.node.right);
    const made = source.kind === 'value' && source.node !== null ? [source.node, ...values] : values;
    return made.some(
      (value) => value !== node && !/Function/.test(value.type) && isMadeOf(value, name, module, hops - 1),
    );
  });
}

/** `process.env.NAME = …`, `vi.stubEnv('NAME', …)` */
function listSettings(module: Module): readonly { readonly name: string; readonly value: SyntaxNode }[] {
  return module.scripts.flatMap(({ memberAssignments, calls }) => [
    ...memberAssignments.flatMap(({ object, name, value }) =>
      nameCallee(unwrap(object)) === 'env' ? [{ name, value }] : [],
    ),
    ...calls.flatMap((call) => {
      const [name, value] = call.type === 'CallExpression' ? call.arguments : [];
      const isStub = call.type === 'CallExpression' && nameCallee(call.callee) === 'stubEnv';
      return isStub && name?.type === 'StringLiteral' && value !== undefined ? [{ name: name.value, value }] : [];
    }),
  ]);
}

/** `voice` of `voice.get('/calls', …)`. */
function findServer(route: SyntaxNode, module: Module): Binding | undefined {
  const callee = route.type === 'CallExpression' ? unwrap(route.callee) : null;
  return callee !== null && isMemberNode(callee) ? findBindingOf(module, unwrap(callee.object)) : undefined;
}

/** The servers of a module, each with the settings that get its address. */
function listServers(module: Module): ReadonlyMap<Binding, readonly string[]> {
  const started = new Set(
    module.scripts.flatMap(({ calls }) =>
      calls.flatMap((call) => {
        const name = call.type === 'CallExpression' ? nameMember(unwrap(call.callee)) : null;
        return name === 'listen' ? (findServer(call, module) ?? []) : [];
      }),
    ),
  );
  const settings = listSettings(module);
  return new Map(
    [...started].map((server) => [
      server,
      settings.filter(({ value }) => isMadeOf(value, server, module)).map(({ name }) => name),
    ]),
  );
}

const known = new WeakMap<Module, ReadonlyMap<Binding, readonly string[]>>();

/** The settings that get the address of the server whose route a text is; null where there is one server, or some have none. */
export function listOwnSettings(path: SyntaxNode, module: Module): readonly string[] | null {
  const servers = known.get(module) ?? listServers(module);
  known.set(module, servers);
  const all = [...servers.values()];
  const names = all.flat();
  if (all.length < 2 || all.some((own) => own.length === 0) || new Set(names).size < names.length) return null;
  const call = getParent(path);
  const server = call === undefined ? undefined : findServer(call, module);
  return server === undefined ? null : (servers.get(server) ?? null);
}

/** `make(base = 'https://…')`: code under test in the file of the test itself, which has an address of its own to begin with. */
export function takesAddress({ params }: FunctionNode): boolean {
  return params.some((param) =>
    someNode(param, (node) => {
      const given = node.type === 'AssignmentPattern' ? unwrap(node.right) : null;
      return given?.type === 'StringLiteral' && /^https?:/i.test(given.value);
    }),
  );
}
