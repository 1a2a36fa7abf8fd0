/** Who calls whom: refuses call cycles and call chains that are too long. Visits each function once. */
import type { IssueList } from './issue.ts';
import { childrenOf, type Expression, type FunctionDeclaration } from './syntax.ts';
import { type Declarations, type PlacedFunction, rootsOfFunction } from './walk-rules.ts';

/** Functions on one call chain: documented as 20, and production takes one more. */
const MAXIMUM_CHAIN = 21;

/** Adds the errors of the call graph to `issues`. */
export function checkCalls({ functions }: Declarations, issues: IssueList): void {
  const callees = new Map(functions.map((placed) => [placed.declaration, calleesOf(placed)]));
  const longest = new Map<FunctionDeclaration, readonly FunctionDeclaration[]>();
  const active = new Set<FunctionDeclaration>();
  const recursive = new Set<FunctionDeclaration>();
  /** The longest chain that starts with a function; a call back into the active chain is an error. */
  const chainFrom = (declaration: FunctionDeclaration): readonly FunctionDeclaration[] => {
    const known = longest.get(declaration);
    if (known !== undefined) return known;
    active.add(declaration);
    let best: readonly FunctionDeclaration[] = [];
    for (const callee of callees.get(declaration) ?? []) {
      if (active.has(callee)) {
        if (!recursive.has(callee)) issues.error(callee.name, 'Recursive call is not allowed.');
        recursive.add(callee);
        continue;
      }
      const chain = chainFrom(callee);
      if (chain.length > best.length) best = chain;
    }
    active.delete(declaration);
    const chain = [declaration, ...best];
    longest.set(declaration, chain);
    return chain;
  };
  const reported = new Set<FunctionDeclaration>();
  for (const { declaration } of callersFirst(functions, callees))
    reportChain(chainFrom(declaration), reported, issues);
}

function calleesOf(placed: PlacedFunction): FunctionDeclaration[] {
  const callees: FunctionDeclaration[] = [];
  const visit = (node: Expression): void => {
    if (node.kind === 'call') {
      const callee = placed.scope.findFunction(node.name.text)?.declaration;
      if (callee !== undefined) callees.push(callee);
    }
    childrenOf(node).forEach(visit);
  };
  for (const { expression } of rootsOfFunction(placed)) visit(expression);
  return callees;
}

/** Functions that nobody calls come first: the whole chain is then told from its beginning. */
function callersFirst(
  functions: readonly PlacedFunction[],
  callees: ReadonlyMap<FunctionDeclaration, readonly FunctionDeclaration[]>,
): PlacedFunction[] {
  const called = new Set([...callees.values()].flat());
  return functions.toSorted((a, b) => Number(called.has(a.declaration)) - Number(called.has(b.declaration)));
}

function reportChain(
  chain: readonly FunctionDeclaration[],
  reported: Set<FunctionDeclaration>,
  issues: IssueList,
): void {
  const beyond = chain[MAXIMUM_CHAIN];
  if (beyond === undefined || reported.has(beyond)) return;
  reported.add(beyond);
  const stack = chain.slice(0, MAXIMUM_CHAIN).map(({ name }) => name.text);
  issues.error(
    beyond.name,
    `Maximum allowed call depth of 20 is reached for [${stack.join('->')}] call stack.`,
  );
}
