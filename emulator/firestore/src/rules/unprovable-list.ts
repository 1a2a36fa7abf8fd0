/**
 * Whether an allow statement can ever grant a list. A query leaves the id of its documents open, so a condition
 * that cannot be true without reading the last capture of its pattern is an error for every query.
 */

import type { ScopedMatch } from './declarations.ts';
import type { Environment } from './scope.ts';
import { type AllowStatement, childrenOf, type Expression, type FunctionDeclaration } from './syntax.ts';

/** Is the condition an error or false whenever the block's last capture is unbound? */
export function isUnprovableList(placed: ScopedMatch, { condition }: AllowStatement): boolean {
  const last = placed.block.path.at(-1);
  if (condition === undefined || last?.kind !== 'wildcard' || last.recursive) return false;
  const slot = placed.scope.wildcardCount - 1;
  return new Analysis(slot).fails(condition, { scope: placed.scope, locals: new Map() }, new Set());
}

class Analysis {
  readonly #slot: number;
  readonly #bodies = new Map<FunctionDeclaration, Map<string, boolean>>();

  constructor(slot: number) {
    this.#slot = slot;
  }

  /** Does the expression surely not give a value when the capture, and the given locals, are errors? */
  fails(node: Expression, names: Environment, failed: ReadonlySet<number>): boolean {
    const child = (expression: Expression): boolean => this.fails(expression, names, failed);
    switch (node.kind) {
      case 'identifier': {
        const local = names.locals.get(node.name);
        return local === undefined ? names.scope.findWildcard(node.name) === this.#slot : failed.has(local);
      }
      case 'binary':
        if (node.operator === '||') return child(node.left) && child(node.right);
        break;
      case 'ternary':
        return child(node.condition) || (child(node.whenTrue) && child(node.whenFalse));
      case 'call': {
        const callee = names.scope.findFunction(node.name.text);
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
    const known = this.#bodies.get(declaration) ?? new Map<string, boolean>();
    this.#bodies.set(declaration, known);
    const key = [...failed].join();
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const locals = new Map(declaration.parameters.map(({ text }, slot) => [text, slot]));
    for (const { name, value } of declaration.bindings) {
      const slot = locals.size;
      if (this.fails(value, { scope, locals }, failed)) failed.add(slot);
      locals.set(name.text, slot);
    }
    const fails = this.fails(declaration.returnExpression, { scope, locals }, failed);
    known.set(key, fails);
    return fails;
  }
}
