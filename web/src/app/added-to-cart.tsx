import { lazy, useState } from 'react';
import { useSelector } from 'react-redux';
import { Deferred } from '../components/deferred.tsx';
import { selectAddedLine } from '../features/cart/added-line-slice.ts';
import { loadChunk } from '../lib/load-chunk.ts';

const loadDrawer = () => loadChunk('Cart Drawer', () => import('./cart-drawer.tsx'));
const CartDrawer = lazy(async () => ({ default: (await loadDrawer()).CartDrawer }));

/** The cart drawer, once something was added. */
export function AddedToCart() {
  const addedKey = useSelector(selectAddedLine);
  const [wasOpened, setWasOpened] = useState(false);
  if (addedKey !== null && !wasOpened) setWasOpened(true);
  return (
    wasOpened && (
      <Deferred>
        <CartDrawer addedKey={addedKey} />
      </Deferred>
    )
  );
}
