const FOCUSABLE = 'a:not([tabindex="-1"]), button, input';

/** Focuses the page's heading. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/**
 * Focuses the next row, else the previous one, else the page's heading. Call it before removing the
 * row of `element` (its nearest list item): the browser would move the focus to the top of the
 * document, and keyboard users would start over.
 */
export function focusAdjacentRow(element: Element): void {
  const row = element.closest('li');
  const adjacent = [row?.nextElementSibling, row?.previousElementSibling].find(
    (sibling) => sibling instanceof HTMLElement,
  );
  const target = adjacent?.querySelector<HTMLElement>(FOCUSABLE);
  if (target) target.focus();
  else focusHeading();
}
