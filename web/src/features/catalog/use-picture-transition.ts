import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

const NAME = 'product-picture';
/** The page is frozen until then; a page that is not loaded shows its placeholder. */
const NAVIGATION_MAX_MS = 300;

/** True if a click opens the page here and may be animated. */
function isMovable({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return (
    button === 0 &&
    !(metaKey || ctrlKey || shiftKey || altKey) &&
    'startViewTransition' in document &&
    matchMedia('(prefers-reduced-motion: no-preference)').matches &&
    // Product pages already have their own picture.
    document.querySelector('.gallery-main') === null
  );
}

/**
 * Opens the page of a product from its card, and animates the picture to its new position. The
 * handler is for the click on the card's link.
 */
export function usePictureTransition(path: string): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const picture = event.currentTarget.closest('.product-card')?.querySelector<HTMLElement>('.image-frame');
    if (!picture || !isMovable(event)) return;
    event.preventDefault();
    picture.style.viewTransitionName = NAME;
    const { ready, finished } = document.startViewTransition(() =>
      Promise.race([
        navigate(path, { flushSync: true }),
        new Promise<void>((resolve) => setTimeout(resolve, NAVIGATION_MAX_MS)),
      ]),
    );
    const forget = () => picture.style.removeProperty('view-transition-name');
    // Rejects if it is skipped, for instance in a hidden window.
    ready.catch(() => undefined);
    finished.then(forget, forget);
  };
}
