import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';

/** Which item an arrow key goes to from the one at `index`. */
const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index <= 0 ? count : index) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const to = STEPS[event.key]?.(items.indexOf(document.activeElement as HTMLElement), items.length);
  if (to === undefined) return;
  event.preventDefault();
  items[to]?.focus();
}

/**
 * A "…" button that opens a list of buttons and links; `label` names both. The native popover: in
 * the top layer, so that a scrolled table cannot cut it off, closed by Escape or a press beside it,
 * with the focus back on its button.
 */
export function ActionMenu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <IconButton label={label} popoverTarget={id}>
        <Icon name="more" />
      </IconButton>
      <section
        id={id}
        popover="auto"
        className="action-menu"
        aria-label={label}
        // Before the action, whose dialog would give the focus back to an item that is hidden.
        onClickCapture={(event) => {
          if (event.target !== event.currentTarget) event.currentTarget.hidePopover?.();
        }}
        onKeyDown={moveFocus}
        onToggle={(event) => {
          if (event.newState === 'open') event.currentTarget.querySelector<HTMLElement>('a, button')?.focus();
        }}
      >
        {children}
      </section>
    </>
  );
}
