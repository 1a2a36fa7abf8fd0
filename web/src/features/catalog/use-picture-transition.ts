import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '../../components/controls.tsx';

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

/** The file that a card shows, as the page that opens finds it in its entry of the history. */
function pictureState(picture: HTMLElement): object {
  return { picture: picture.querySelector('img')?.currentSrc };
}

/**
 * The file that the card showed from which this page was opened: it stands in for the larger one
 * until that is loaded. Undefined where the page was opened in another way.
 */
export function useCardPicture(): string | undefined {
  const { state } = useLocation() as { state: { picture?: string } | null };
  // A reload keeps the state, which the server does not have.
  return useHydrated() ? state?.picture : undefined;
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
        navigate(path, { flushSync: true, state: pictureState(picture) }),
        new Promise<void>((resolve) => setTimeout(resolve, NAVIGATION_MAX_MS)),
      ]),
    );
    const forget = () => picture.style.removeProperty('view-transition-name');
    // Rejects if it is skipped, for instance in a hidden window.
    ready.catch(() => undefined);
    finished.then(forget, forget);
  };
}
