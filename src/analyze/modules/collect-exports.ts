import type * as t from '@babel/types';
import { findDefined } from '../../syntax/amd.ts';
import { isExports, isModuleExports, listExportedStars, readExportedGetter } from '../../syntax/compiled-modules.ts';
import { readDefinedExport } from '../../syntax/defining-helpers.ts';
import { findFunctionAround, findOwnCall } from '../../syntax/enclosing.ts';
import { contains, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { opensExported } from '../../syntax/reopened-namespaces.ts';
import { type Binding, findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** What a module exports under one name. */
export type ModuleExport =
  | {
      readonly kind: 'expression';
      readonly node: SyntaxNode;
      /** What it is under a condition, or when a function has been called. */
      readonly others?: readonly SyntaxNode[];
    }
  | { readonly kind: 'binding'; readonly binding: Binding }
  | { readonly kind: 'from'; readonly specifier: string; readonly imported: string };

function exportedName(node: t.Identifier | t.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

const PLAIN = /^(?:AssignmentExpression|ExpressionStatement|SequenceExpression|BlockStatement)$/;

/** Does the file do it whatever holds, and whoever calls its functions? */
function isRunAnyway(target: SyntaxNode): boolean {
  let at = getParent(target);
  while (at !== undefined && PLAIN.test(at.type)) at = getParent(at);
  return at?.type === 'Program';
}

class ExportCollector {
  readonly exports = new Map<string, ModuleExport>();
  readonly stars: string[] = [];
  readonly #facts: ScriptFacts;

  constructor(facts: ScriptFacts) {
    this.#facts = facts;
  }

  #addBinding(exported: string, local: string): void {
    const binding = this.#facts.root.bindings.get(local);
    if (binding !== undefined) this.exports.set(exported, { kind: 'binding', binding });
  }

  #addDeclaration(declaration: SyntaxNode): void {
    if (declaration.type === 'VariableDeclaration') {
      for (const binding of this.#facts.root.bindings.values()) {
        if (contains(declaration, binding.declaration)) this.exports.set(binding.name, { kind: 'binding', binding });
      }
    } else if (
      'id' in declaration &&
      declaration.id &&
      'name' in declaration.id &&
      typeof declaration.id.name === 'string'
    ) {
      this.#addBinding(declaration.id.name, declaration.id.name);
    }
  }

  #addNamed(node: t.ExportNamedDeclaration): void {
    if (node.declaration) this.#addDeclaration(node.declaration);
    for (const specifier of node.specifiers) {
      if (specifier.type === 'ExportNamespaceSpecifier') {
        if (node.source)
          this.exports.set(specifier.exported.name, { kind: 'from', specifier: node.source.value, imported: '*' });
      } else if (specifier.type === 'ExportSpecifier') {
        const exported = exportedName(specifier.exported);
        const local = exportedName(specifier.local);
        if (node.source) this.exports.set(exported, { kind: 'from', specifier: node.source.value, imported: local });
        else this.#addBinding(exported, local);
      } else if (node.source) {
        this.exports.set(specifier.exported.name, { kind: 'from', specifier: node.source.value, imported: 'default' });
      }
    }
  }

  addStatement(node: SyntaxNode): void {
    if (node.type === 'ExportNamedDeclaration') this.#addNamed(node);
    else if (node.type === 'ExportAllDeclaration') this.stars.push(node.source.value);
    else if (node.type === 'TSExportAssignment') this.exports.set('=', { kind: 'expression', node: node.expression });
    else if (node.type === 'ExportDefaultDeclaration') {
      const { declaration } = node;
      if ('id' in declaration && declaration.id && this.#facts.root.bindings.has(declaration.id.name)) {
        this.#addBinding('default', declaration.id.name);
      } else this.exports.set('default', { kind: 'expression', node: declaration });
    }
  }

  /** Compilers begin with `exports.Client = exports.Agents = void 0;`. */
  #isGiven(name: string): boolean {
    const known = this.exports.get(name);
    let value = known?.kind === 'expression' ? known.node : null;
    while (value?.type === 'AssignmentExpression') value = value.right;
    return known !== undefined && value?.type !== 'UnaryExpression';
  }

  /** `exports.url = url = next`, where `exports.url` is what `url` is: how compilers write `export let url`. */
  #findMirrored(value: SyntaxNode): Binding | undefined {
    const node = unwrap(value);
    const local = node.type === 'AssignmentExpression' && node.left.type === 'Identifier' ? node.left.name : null;
    return local === null ? undefined : this.#facts.root.bindings.get(local);
  }

  #addAssigned(name: string, target: SyntaxNode, value: SyntaxNode): void {
    const known = this.exports.get(name);
    const binding = this.#findMirrored(value);
    if (binding !== undefined) {
      this.exports.set(name, { kind: 'binding', binding });
      return;
    }
    const others = known?.kind === 'expression' ? (known.others ?? []) : [];
    if (known?.kind === 'expression' && this.#isGiven(name) && !isRunAnyway(target)) {
      this.exports.set(name, { ...known, others: [...others, value] });
      return;
    }
    // A function may be called after all that.
    const left = others.filter((other) => findFunctionAround(other) !== null);
    this.exports.set(name, { kind: 'expression', node: value, ...(left.length > 0 ? { others: left } : {}) });
  }

  #findRoot(name: SyntaxNode): Binding | undefined {
    return name.type === 'Identifier' ? this.#facts.root.bindings.get(name.name) : undefined;
  }

  /** `exports`, `module.exports`, and `self` of `const self = exports;` or of `(function (self) { … })(module.exports)`. */
  #isOwnExports(object: SyntaxNode): boolean {
    if (isExports(object)) return true;
    const source = object.type === 'Identifier' ? findBinding(this.#facts, object)?.source : undefined;
    if (source?.kind === 'value') return source.steps.length === 0 && isExports(source.node ?? undefined);
    return (
      source?.kind === 'param' &&
      source.steps.length === 0 &&
      isExports(findOwnCall(source.fn)?.arguments[source.index])
    );
  }

  addCommonJs(): void {
    for (const { object, target, name, value } of this.#facts.memberAssignments) {
      if (isModuleExports(target)) this.exports.set('=', { kind: 'expression', node: value });
      else if (this.#isGiven(name) && opensExported(target, name)) continue;
      else if (this.#isOwnExports(object)) this.#addAssigned(name, target, value);
    }
    for (const call of this.#facts.calls) {
      this.stars.push(...listExportedStars(call));
      const getter = readExportedGetter(call);
      if (getter !== null) this.exports.set(getter.name, { kind: 'expression', node: getter.node });
      const named = readDefinedExport(call, (name) => this.#findRoot(name));
      if (named !== null) this.#addAssigned(named.name, call, named.value);
      const defined = this.exports.has('=') ? null : findDefined(call);
      if (defined !== null) this.exports.set('=', { kind: 'expression', node: defined });
    }
  }
}

/** What a script exports under names of its own, and the specifiers of its `export * from`. */
export function collectExports(facts: ScriptFacts): {
  readonly exports: ReadonlyMap<string, ModuleExport>;
  readonly stars: readonly string[];
} {
  const collector = new ExportCollector(facts);
  for (const statement of facts.exports) collector.addStatement(statement);
  collector.addCommonJs();
  return collector;
}
