import { type KeyboardEvent, memo, useRef } from 'react';
import { Icon } from '../components/icon.tsx';
import { Link } from '../navigation/navigation.tsx';
import { realtimeHref } from '../navigation/realtime-href.ts';
import { pathOfRow, type Row } from './tree.ts';
import { ValueField } from './value-field.tsx';

/** The actions of a tree's rows. */
export interface TreeActions {
  readonly namespace: string;
  readonly onOpen: (path: readonly string[]) => void;
  readonly onClose: (path: readonly string[]) => void;
  readonly onAdd: (path: readonly string[]) => void;
  readonly onRemove: (row: Row) => void;
}

interface TreeRowProps extends TreeActions {
  readonly row: Row;
  /** True if Tab reaches it and its buttons. */
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
  readonly changedAt: number | undefined;
}

/** A row of the tree: a key with its value, or with its number of children. */
export const TreeRow = memo(function TreeRow({ row, isCurrent, changedAt, ...actions }: TreeRowProps) {
  const { onFocus, namespace, onOpen, onClose, onAdd, onRemove } = actions;
  const { level, position, siblings, isOpen } = row;
  const path = pathOfRow(row);
  const [key, size, value, priority] = row.entry;
  const element = useRef<HTMLDivElement>(null);
  const children = `${size.toLocaleString('en')} ${size === 1 ? 'child' : 'children'}`;
  const tabIndex = isCurrent ? 0 : -1;
  const toggle = () => (isOpen ? onClose(path) : onOpen(path));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== element.current) return;
    const isToggle = size > 0 && event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight');
    if (isToggle) toggle();
    else if (event.key === 'Delete') onRemove(row);
    else if (event.key === 'Insert' && size > 0) onAdd(path);
    else if (event.key === 'Enter' || event.key === 'F2')
      element.current?.querySelector<HTMLElement>('.tree-value, button.toggle')?.click();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={element}
      role="treeitem"
      tabIndex={tabIndex}
      onFocus={onFocus}
      data-row=""
      className="tree-row"
      style={{ paddingInlineStart: `${8 + (level - 1) * 18}px` }}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={size > 0 ? isOpen : undefined}
      aria-label={`${key}, ${size > 0 ? children : String(value)}`}
      onKeyDown={onKeyDown}
    >
      {changedAt === undefined ? null : <span key={changedAt} className="flash" aria-hidden="true" />}
      {size > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          className={isOpen ? 'icon-button toggle toggle-open' : 'icon-button toggle'}
          aria-label={isOpen ? `Close ${key}` : `Open ${key}`}
          onClick={toggle}
        >
          <Icon name="chevron" />
        </button>
      ) : (
        <span className="toggle" aria-hidden="true" />
      )}
      <Link className="tree-key" href={realtimeHref(namespace, path)} tabIndex={-1} title={key}>
        {key}
      </Link>
      {size > 0 ? (
        <span className="muted tree-size">{children}</span>
      ) : (
        <ValueField namespace={namespace} path={path} value={value} priority={priority} label={key} />
      )}
      {priority === null ? null : <span className="muted tree-priority">priority {priority}</span>}
      <span className="tree-tools">
        {size === 0 ? null : (
          <button
            type="button"
            tabIndex={tabIndex}
            className="icon-button"
            aria-label={`Add below ${key}`}
            onClick={() => onAdd(path)}
          >
            <Icon name="add" />
          </button>
        )}
        <button
          type="button"
          tabIndex={tabIndex}
          className="icon-button"
          aria-label={`Remove ${key}`}
          onClick={() => onRemove(row)}
        >
          <Icon name="remove" />
        </button>
      </span>
    </div>
  );
});
