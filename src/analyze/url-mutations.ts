import { contains, getStart, unwrap } from '../syntax/nodes.ts';
import type { Binding } from '../syntax/scopes.ts';
import type { MemberAssignment } from '../syntax/script-facts.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import type { Evaluator } from './evaluator.ts';
import { findBindingOf, findScript, type Module } from './modules.ts';
import { concatTexts, joinProvenance, listTexts, makeAtomsValue, makeText } from './texts.ts';
import { mapUrls, unite } from './unions.ts';
import { resolveUrl, splitAtPath, toOrigin } from './urls.ts';
import type { Env, Value } from './values.ts';

/** `url.pathname = '/calls'`, `url.pathname += '/calls'`, `url.href = …` on a URL object that has a name. */

const MUTABLE = new Set(['pathname', 'href', 'host', 'hostname']);

function listMutations(module: Module, binding: Binding, use: SyntaxNode): readonly MemberAssignment[] {
  return findScript(module, use).memberAssignments.filter(({ target, name, value }) => {
    if (!MUTABLE.has(name)) return false;
    const object = unwrap(target.object);
    const isBefore = getStart(target) < getStart(use) && !contains(value, use);
    return object.type === 'Identifier' && isBefore && findBindingOf(module, object) === binding;
  });
}

function setPath(href: Value, path: Value, node: SyntaxNode, module: Module): Value {
  const paths = listTexts(path, node, module);
  return unite(
    listTexts(href, node, module).flatMap((text) =>
      paths.map((option) => {
        const head = option.atoms[0];
        const slash = head?.kind === 'text' && !head.text.startsWith('/') ? makeText('/').atoms : [];
        return makeAtomsValue(
          [...toOrigin(splitAtPath(text.atoms)[0]), ...slash, ...option.atoms],
          joinProvenance([text, option]),
        );
      }),
    ),
  );
}

/** The port stays with `hostname`; the scheme is read by nobody. */
function setHost(href: Value, host: Value, node: SyntaxNode, module: Module): Value {
  const hosts = listTexts(host, node, module);
  return unite(
    listTexts(href, node, module).flatMap((text) =>
      hosts.map((option) =>
        makeAtomsValue(
          [...makeText('https://').atoms, ...option.atoms, ...splitAtPath(text.atoms)[1]],
          joinProvenance([text, option]),
        ),
      ),
    ),
  );
}

function appendPath(href: Value, tail: Value, node: SyntaxNode, module: Module): Value {
  const path = listTexts(tail, node, module);
  return unite(
    listTexts(href, node, module).map((text) => {
      const known = splitAtPath(text.atoms)[1];
      // The pathname of a bare origin is "/", so that "+=" behind it would double the slash.
      const base = known.length === 0 ? makeAtomsValue([...text.atoms, ...makeText('/').atoms], text) : text;
      return concatTexts([[base], path], node, module);
    }),
  );
}

/** The URL object as it is where `use` stands. */
export function applyUrlMutations(
  evaluator: Evaluator,
  value: Value,
  binding: Binding,
  module: Module,
  env: Env,
  use: SyntaxNode,
): Value {
  return listMutations(module, binding, use).reduce((current, { name, value: node, operator }) => {
    const given = evaluator.evaluate(node, module, env);
    return mapUrls(current, (href) => {
      if (name === 'host' || name === 'hostname') return setHost(href, given, node, module);
      if (name === 'href') return resolveUrl(given, null, node, module);
      return operator === '+=' ? appendPath(href, given, node, module) : setPath(href, given, node, module);
    });
  }, value);
}
