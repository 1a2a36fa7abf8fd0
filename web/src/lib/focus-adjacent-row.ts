// Owns where the focus goes when what has it is about to disappear with its row: to the row beside, else to the page's
// heading. Without this it would fall back to the top of the document, and who uses a keyboard would begin anew.

const FOCUSABLE = 'a:not([tabindex="-1"]), button, input';

/** Moves the focus to the page's heading. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** Call before the row of `element` (its nearest <li>) is removed. */
export function focusAdjacentRow(element: Element): void {
  const row = element.closest('li');
  const beside = [row?.nextElementSibling, row?.previousElementSibling].find(
    (other) => other instanceof HTMLElement,
  );
  const target = beside?.querySelector<HTMLElement>(FOCUSABLE);
  if (target) target.focus();
  else focusHeading();
}
