import { lazy, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Deferred } from '../components/deferred.tsx';
import { selectAddedLine } from '../features/cart/added-line-slice.ts';
import { loadChunk } from '../lib/load-chunk.ts';

const loadDrawer = () => loadChunk('Cart Drawer', () => import('./cart-drawer.tsx'));
const CartDrawer = lazy(async () => ({ default: (await loadDrawer()).CartDrawer }));

const DOUBLE_CLICK_MS = 600;

function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The cart drawer, once something was added. */
export function AddedToCart() {
  const addedKey = useSelector(selectAddedLine);
  const [wasOpened, setWasOpened] = useState(false);
  if (addedKey !== null && !wasOpened) setWasOpened(true);
  // The second click of a double click must not hit, or focus, the control that replaces the
  // button.
  useEffect(() => {
    if (addedKey === null) return;
    const types = ['mousedown', 'click'] as const;
    for (const type of types) addEventListener(type, ignoreSecondClick, { capture: true });
    const stop = () => {
      for (const type of types) removeEventListener(type, ignoreSecondClick, { capture: true });
    };
    const timer = setTimeout(stop, DOUBLE_CLICK_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [addedKey]);
  return (
    wasOpened && (
      <Deferred>
        <CartDrawer addedKey={addedKey} />
      </Deferred>
    )
  );
}
