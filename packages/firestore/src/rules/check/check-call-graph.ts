/** Rejects recursion and call chains that are too long. Visits each function once. */

import type { IssueList } from '@savepoint/server/rules/issue';
import { type Declarations, functionRootExpressions, type ScopedFunction } from '../syntax/declarations.ts';
import { childrenOf, type Expression, type FunctionDeclaration } from '../syntax/syntax.ts';

/** The maximum number of functions in a call chain: documented as 20, but production accepts 21. */
const MAXIMUM_CHAIN = 21;
/**
 * A chain this long is invalid regardless of the rest. The search stops here to bound its own
 * recursion.
 */
const SEARCH_DEPTH = 200;

/** Reports the errors of the call graph. */
export function checkCallGraph({ functions }: Declarations, issues: IssueList): void {
  const callees = new Map(functions.map((scoped) => [scoped.declaration, calleesOf(scoped)]));
  const called = new Set([...callees.values()].flat());
  const search = new CallChainSearch(callees, issues);
  // Chains are reported from their beginning: a function that no other calls.
  for (const { declaration } of functions) {
    if (!called.has(declaration)) search.reportChain(search.longestChainFrom(declaration));
  }
  // The remaining functions are reached only through cycles.
  for (const { declaration } of functions) search.longestChainFrom(declaration);
}

class CallChainSearch {
  readonly #callees: ReadonlyMap<FunctionDeclaration, readonly FunctionDeclaration[]>;
  readonly #issues: IssueList;
  readonly #longest = new Map<FunctionDeclaration, readonly FunctionDeclaration[]>();
  readonly #active = new Set<FunctionDeclaration>();
  readonly #recursive = new Set<FunctionDeclaration>();
  readonly #reported = new Set<FunctionDeclaration>();

  constructor(callees: ReadonlyMap<FunctionDeclaration, readonly FunctionDeclaration[]>, issues: IssueList) {
    this.#callees = callees;
    this.#issues = issues;
  }

  /**
   * The longest call chain from a function. Reports a call back into the active chain as recursion.
   */
  longestChainFrom(declaration: FunctionDeclaration): readonly FunctionDeclaration[] {
    const cached = this.#longest.get(declaration);
    if (cached !== undefined) return cached;
    if (this.#active.size >= SEARCH_DEPTH) {
      // Beyond this depth the search does not detect a cycle; the chain is reported instead.
      if (!this.#issues.hasErrors) this.reportChain([...this.#active]);
      return [declaration];
    }
    this.#active.add(declaration);
    let best: readonly FunctionDeclaration[] = [];
    for (const callee of this.#callees.get(declaration) ?? []) {
      if (this.#active.has(callee)) {
        this.#reportRecursion(callee);
        continue;
      }
      const chain = this.longestChainFrom(callee);
      if (chain.length > best.length) best = chain;
    }
    this.#active.delete(declaration);
    const chain = [declaration, ...best];
    this.#longest.set(declaration, chain);
    return chain;
  }

  /** Reports a chain that is too long, at the function that exceeds the limit. */
  reportChain(chain: readonly FunctionDeclaration[]): void {
    const exceeding = chain[MAXIMUM_CHAIN];
    if (exceeding === undefined || this.#reported.has(exceeding)) return;
    this.#reported.add(exceeding);
    const stack = chain.slice(0, MAXIMUM_CHAIN).map(({ name }) => name.text);
    this.#issues.error(
      exceeding.name,
      `Maximum allowed call depth of 20 is reached for [${stack.join('->')}] call stack.`,
    );
  }

  #reportRecursion(declaration: FunctionDeclaration): void {
    if (this.#recursive.has(declaration)) return;
    this.#recursive.add(declaration);
    this.#issues.error(declaration.name, 'Recursive call is not allowed.');
  }
}

function calleesOf(scoped: ScopedFunction): FunctionDeclaration[] {
  const callees: FunctionDeclaration[] = [];
  const visit = (node: Expression): void => {
    if (node.kind === 'call') {
      const callee = scoped.scope.findFunction(node.name.text)?.declaration;
      if (callee !== undefined) callees.push(callee);
    }
    childrenOf(node).forEach(visit);
  };
  for (const { expression } of functionRootExpressions(scoped)) visit(expression);
  return callees;
}
