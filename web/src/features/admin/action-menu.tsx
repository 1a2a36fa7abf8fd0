import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';

/** The index of the item that an arrow key moves to. */
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
 * A "…" button that opens a list of buttons and links; `label` names both. It uses the native
 * popover: in the top layer, so that a scrolled table cannot clip it, closed by Escape or a press
 * outside, which returns focus to its button.
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
        // Before the action: its dialog would otherwise return focus to a hidden item.
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
