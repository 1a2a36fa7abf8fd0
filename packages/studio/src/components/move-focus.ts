import type { KeyboardEvent } from 'react';

/**
 * Moves the focus between the rows of a list with the arrow keys. Rows have the attribute
 * `data-row`.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  // A virtual list does not keep its rows in document order.
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')].sort(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  );
  const index = rows.indexOf(document.activeElement as HTMLElement);
  const target = rows[index + step];
  if (index === -1 || target === undefined) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: 'nearest' });
}
