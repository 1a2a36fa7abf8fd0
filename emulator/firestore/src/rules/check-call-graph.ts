/** Who calls whom: refuses call cycles and call chains that are too long. Visits each function once. */

import { type Declarations, functionRootExpressions, type ScopedFunction } from './declarations.ts';
import type { IssueList } from './issue.ts';
import { childrenOf, type Expression, type FunctionDeclaration } from './syntax.ts';

/** Functions on one call chain: documented as 20, and production takes one more. */
const MAXIMUM_CHAIN = 21;
/** A chain this long is refused however it goes on; following it further would only deepen the stack. */
const FOLLOWED_CHAIN = 200;

/** Adds the errors of the call graph to `issues`. */
export function checkCallGraph({ functions }: Declarations, issues: IssueList): void {
  const callees = new Map(functions.map((placed) => [placed.declaration, calleesOf(placed)]));
  const called = new Set([...callees.values()].flat());
  const search = new CallChainSearch(callees, issues);
  // The whole chain is told from its beginning: a function that nobody calls.
  for (const { declaration } of functions) {
    if (!called.has(declaration)) search.reportChain(search.longestChainFrom(declaration));
  }
  // What is left is only reached through cycles.
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

  /** The longest chain that starts with a function; a call back into the active chain is an error. */
  longestChainFrom(declaration: FunctionDeclaration): readonly FunctionDeclaration[] {
    const known = this.#longest.get(declaration);
    if (known !== undefined) return known;
    if (this.#active.size >= FOLLOWED_CHAIN) {
      // A circle this wide closes too far away to be seen as one.
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

  /** Reports a chain that is too long, at the function that goes beyond the limit. */
  reportChain(chain: readonly FunctionDeclaration[]): void {
    const beyond = chain[MAXIMUM_CHAIN];
    if (beyond === undefined || this.#reported.has(beyond)) return;
    this.#reported.add(beyond);
    const stack = chain.slice(0, MAXIMUM_CHAIN).map(({ name }) => name.text);
    this.#issues.error(
      beyond.name,
      `Maximum allowed call depth of 20 is reached for [${stack.join('->')}] call stack.`,
    );
  }

  #reportRecursion(declaration: FunctionDeclaration): void {
    if (this.#recursive.has(declaration)) return;
    this.#recursive.add(declaration);
    this.#issues.error(declaration.name, 'Recursive call is not allowed.');
  }
}

function calleesOf(placed: ScopedFunction): FunctionDeclaration[] {
  const callees: FunctionDeclaration[] = [];
  const visit = (node: Expression): void => {
    if (node.kind === 'call') {
      const callee = placed.scope.findFunction(node.name.text)?.declaration;
      if (callee !== undefined) callees.push(callee);
    }
    childrenOf(node).forEach(visit);
  };
  for (const { expression } of functionRootExpressions(placed)) visit(expression);
  return callees;
}
