/**
 * Detects allow statements that can never grant a list. A query does not determine the ids of its
 * documents, so a condition that cannot be true without reading the last wildcard of its match path
 * is an error for every query.
 */

import type { ScopedMatch } from '../syntax/declarations.ts';
import type { Environment } from '../syntax/scope.ts';
import {
  type AllowStatement,
  childrenOf,
  type Expression,
  type FunctionDeclaration,
} from '../syntax/syntax.ts';

/**
 * True if the condition is an error or false whenever the last wildcard of the match path is
 * unbound.
 */
export function isUnprovableList(match: ScopedMatch, { condition }: AllowStatement): boolean {
  const last = match.block.path.at(-1);
  if (condition === undefined || last?.kind !== 'wildcard' || last.recursive) return false;
  const slot = match.scope.wildcardCount - 1;
  return new FailureAnalysis(slot).fails(condition, { scope: match.scope, locals: new Map() }, new Set());
}

class FailureAnalysis {
  readonly #slot: number;
  readonly #bodies = new Map<FunctionDeclaration, Map<string, boolean>>();

  constructor(slot: number) {
    this.#slot = slot;
  }

  /**
   * True if the expression is certain to fail when the wildcard and the locals in `failed` are
   * errors.
   */
  fails(node: Expression, environment: Environment, failed: ReadonlySet<number>): boolean {
    const child = (expression: Expression): boolean => this.fails(expression, environment, failed);
    switch (node.kind) {
      case 'identifier': {
        const local = environment.locals.get(node.name);
        return local === undefined
          ? environment.scope.findWildcard(node.name) === this.#slot
          : failed.has(local);
      }
      case 'binary':
        if (node.operator === '||') return child(node.left) && child(node.right);
        break;
      case 'ternary':
        return child(node.condition) || (child(node.whenTrue) && child(node.whenFalse));
      case 'call': {
        const callee = environment.scope.findFunction(node.name.text);
        if (callee !== undefined) {
          const failedArguments = new Set(node.args.flatMap((value, slot) => (child(value) ? [slot] : [])));
          return this.#bodyFails(
            callee.declaration,
            { scope: callee.scope, locals: new Map() },
            failedArguments,
          );
        }
        break;
      }
    }
    return childrenOf(node).some(child);
  }

  #bodyFails(declaration: FunctionDeclaration, { scope }: Environment, failed: Set<number>): boolean {
    const results = this.#bodies.get(declaration) ?? new Map<string, boolean>();
    this.#bodies.set(declaration, results);
    const key = [...failed].join();
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const locals = new Map(declaration.parameters.map(({ text }, slot) => [text, slot]));
    for (const { name, value } of declaration.bindings) {
      const slot = locals.size;
      if (this.fails(value, { scope, locals }, failed)) failed.add(slot);
      locals.set(name.text, slot);
    }
    const fails = this.fails(declaration.returnExpression, { scope, locals }, failed);
    results.set(key, fails);
    return fails;
  }
}
