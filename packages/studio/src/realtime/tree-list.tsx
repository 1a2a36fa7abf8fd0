import { memo, useMemo } from 'react';
import { VList } from 'virtua';
import { moveFocus } from '../components/move-focus.ts';
import { Empty } from '../components/states.tsx';
import { pathKey, pathOfRow, type Row, rowsOf } from './tree.ts';
import { type TreeActions, TreeRow } from './tree-row.tsx';
import type { Tree } from './use-tree.ts';
import { ValueField } from './value-field.tsx';

const ROW_HEIGHT_PX = 36;

interface TreeListProps extends TreeActions {
  readonly tree: Tree;
  readonly base: readonly string[];
}

/** The lines of a tree, of which only those in view are in the page. */
export const TreeList = memo(function TreeList({ tree, base, ...actions }: TreeListProps) {
  const { loaded, changedAt } = tree;
  const baseKey = pathKey(base);
  // The base is compared by its content: the same address is the same place.
  const rows = useMemo(() => rowsOf(loaded, baseKey.split('/').slice(1)), [loaded, baseKey]);
  const value = tree.base?.[2] ?? null;
  if (rows.length === 0 && value !== null && tree.base !== undefined) {
    const [, , , priority] = tree.base;
    return (
      <div className="tree-leaf">
        <ValueField
          namespace={actions.namespace}
          path={base}
          value={value}
          priority={priority}
          label={base.at(-1) ?? 'the root'}
        />
      </div>
    );
  }
  if (rows.length === 0) {
    return <Empty title="Nothing is here">What is written to this place appears here.</Empty>;
  }
  return (
    <>
      <VList
        className="tree-rows"
        data={rows as Row[]}
        itemSize={ROW_HEIGHT_PX}
        onKeyDown={moveFocus}
        role="tree"
        aria-label="Data"
      >
        {(row) => {
          const key = pathKey(pathOfRow(row));
          return <TreeRow key={key} row={row} changedAt={changedAt.get(key)} {...actions} />;
        }}
      </VList>
      <p className="list-foot muted">
        {(loaded.get(baseKey)?.length ?? 0).toLocaleString('en')}{' '}
        {loaded.get(baseKey)?.length === 1 ? 'child' : 'children'}
      </p>
    </>
  );
});
