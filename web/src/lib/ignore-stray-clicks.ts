const CONTROLS = 'a, button, input, label, select, summary, textarea';

const controlOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest(CONTROLS) ?? target) : null;

function ignore(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Ignores the second click of a double click if the first one has put something else under the
 * pointer: it would press what lay beneath a closed dialog, what replaced the button, or the next
 * row of a list.
 */
export function ignoreStrayClicks(): void {
  let pressed: Element | null = null;
  let isStray = false;
  const onPress = (event: MouseEvent) => {
    const control = controlOf(event.target);
    isStray = event.detail > 1 && control !== pressed;
    if (isStray) ignore(event);
    if (event.detail <= 1) pressed = control;
  };
  const onClick = (event: MouseEvent) => {
    if (isStray && event.detail > 1) ignore(event);
  };
  addEventListener('mousedown', onPress, { capture: true });
  addEventListener('click', onClick, { capture: true });
}
