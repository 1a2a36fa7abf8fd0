import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flatten } from './bulk-operation.ts';

interface Tree {
  readonly id: string;
  readonly title: string;
  readonly children: readonly Tree[];
}

const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    id: fc.uuid(),
    title: fc.string(),
    children: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
  }),
})).tree;

/** The tree as response data, with children alternately in `edges` and `nodes`. */
function asNode({ id, title, children }: Tree, edges: boolean): Record<string, unknown> {
  const nodes = children.map((child) => asNode(child, !edges));
  return { id, title, children: edges ? { edges: nodes.map((node) => ({ node })) } : { nodes } };
}

/** The reference model: the expected lines, computed recursively. */
function expectedLines({ id, title, children }: Tree, parent: string | null): object[] {
  const line = parent === null ? { id, title } : { id, title, __parentId: parent };
  return [line, ...children.flatMap((child) => expectedLines(child, id))];
}

describe('flatten', () => {
  it("writes every node once, after its parent and with its parent's id", () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), (roots) => {
        const lines: string[] = [];
        const count = flatten(
          { products: { edges: roots.map((root) => ({ node: asNode(root, false) })) } },
          lines,
        );
        expect(count).toBe(roots.length);
        expect(lines.map((line) => JSON.parse(line))).toEqual(
          roots.flatMap((root) => expectedLines(root, null)),
        );
      }),
    );
  });
});
