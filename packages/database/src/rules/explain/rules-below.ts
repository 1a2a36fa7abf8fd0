import type { CompiledNode, CompiledRules } from '../compile/compile-tree.ts';
import { ruleName } from '../syntax/rule-tree.ts';

const MAXIMUM_RULES = 3;

/**
 * The closest rules below a path. They grant nothing at the path itself, although developers who
 * read or write a parent often expect that.
 */
export function rulesBelow(
  { root }: CompiledRules,
  method: 'read' | 'write',
  path: readonly string[],
): { readonly line: number; readonly methods: string }[] {
  let at: CompiledNode | undefined = root;
  for (const key of path) at = at?.children.get(key) ?? at?.wildcard;
  for (let level = childrenOf(at); level.length > 0; level = level.flatMap(childrenOf)) {
    const found = level.flatMap(({ rules }) => rules[method] ?? []);
    if (found.length === 0) continue;
    return found
      .slice(0, MAXIMUM_RULES)
      .map(({ rule, line }) => ({ line, methods: ruleName(rule).slice(1) }));
  }
  return [];
}

function childrenOf(node: CompiledNode | undefined): readonly CompiledNode[] {
  if (node === undefined) return [];
  return [...node.children.values(), ...(node.wildcard === undefined ? [] : [node.wildcard])];
}
