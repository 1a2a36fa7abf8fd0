import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
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

/** The rows of a tree; only visible ones are rendered. */
export const TreeList = memo(function TreeList({ tree, base, ...actions }: TreeListProps) {
  const { loaded, changedAt } = tree;
  const baseKey = pathKey(base);
  // The base is compared by content: the same address means the same location.
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
  const children = loaded.get(baseKey)?.length ?? 0;
  return (
    <>
      <Rows rows={rows} changedAt={changedAt} {...actions} />
      <p className="list-foot muted">
        <span>
          {children.toLocaleString('en')} {children === 1 ? 'child' : 'children'}
        </span>
        <span className="tree-keys">
          <kbd>Enter</kbd> edits <kbd>Insert</kbd> adds <kbd>Delete</kbd> removes
        </span>
      </p>
    </>
  );
});

interface RowsProps extends TreeActions {
  readonly rows: readonly Row[];
  readonly changedAt: Tree['changedAt'];
}

/** The row that Tab reaches and where the arrow keys start. */
interface Current {
  readonly key: string;
  readonly index: number;
}

/**
 * Rows with the keyboard interaction of a tree
 * (https://www.w3.org/WAI/ARIA/apg/patterns/treeview/).
 */
function Rows({ rows, changedAt, ...actions }: RowsProps) {
  const list = useRef<VListHandle>(null);
  const [current, setCurrent] = useState<Current>({ key: '', index: 0 });
  const index = useMemo(() => indexOf(rows, current), [rows, current]);
  /** True if the current row should get the focus once it is rendered. */
  const wantsFocus = useRef(false);
  const element = useRef<HTMLDivElement>(null);
  const key = keyAt(rows, index);
  useEffect(() => {
    if (!wantsFocus.current || key === '') return;
    wantsFocus.current = false;
    list.current?.scrollToIndex(index, { align: 'nearest' });
    element.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
  }, [index, key]);
  const moveTo = (next: number) => {
    if (next === index) return;
    wantsFocus.current = true;
    setCurrent({ key: keyAt(rows, next), index: next });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRow = event.target instanceof HTMLElement && event.target.dataset.row !== undefined;
    const next = isRow ? targetOf(event.key, rows, index) : undefined;
    if (next === undefined) return;
    event.preventDefault();
    if (rows[next] !== undefined) moveTo(next);
  };
  return (
    <div ref={element} className="tree-rows">
      <VList
        ref={list}
        data={rows as Row[]}
        itemSize={ROW_HEIGHT_PX}
        keepMounted={[index]}
        onKeyDown={onKeyDown}
        role="tree"
        aria-label="Data"
      >
        {(row, at) => {
          const rowKey = keyAt(rows, at);
          return (
            <TreeRow
              key={rowKey}
              row={row}
              isCurrent={at === index}
              onFocus={() => setCurrent({ key: rowKey, index: at })}
              changedAt={changedAt.get(rowKey)}
              {...actions}
              onRemove={(removed) => {
                // The next row takes its position and the focus.
                wantsFocus.current = true;
                actions.onRemove(removed);
              }}
            />
          );
        }}
      </VList>
    </div>
  );
}

function keyAt(rows: readonly Row[], index: number): string {
  const row = rows[index];
  return row === undefined ? '' : pathKey(pathOfRow(row));
}

/** The index of the current row, or its former index if it no longer exists. */
function indexOf(rows: readonly Row[], { key, index }: Current): number {
  if (key === '' || keyAt(rows, index) === key) return index;
  const found = rows.findIndex((_row, at) => keyAt(rows, at) === key);
  return found === -1 ? Math.min(index, rows.length - 1) : found;
}

/** The row to which a key moves; undefined for other keys. */
function targetOf(key: string, rows: readonly Row[], index: number): number | undefined {
  const row = rows[index] as Row;
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      return row.isOpen ? index + 1 : undefined;
    case 'ArrowLeft':
      return row.isOpen ? undefined : rows.findLastIndex(({ level }, at) => at < index && level < row.level);
    default:
      return undefined;
  }
}
