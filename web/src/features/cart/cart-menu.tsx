import { lazy, type RefObject, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { Deferred } from '../../components/deferred.tsx';
import { Icon } from '../../components/icon.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { selectCartUnits } from './cart-slice.ts';
import './cart-menu.css';

const loadDropdown = () => loadChunk('Cart Preview', () => import('./cart-dropdown.tsx'));
const CartDropdown = lazy(async () => ({ default: (await loadDropdown()).CartDropdown }));

const DROPDOWN_ID = 'cart-dropdown';

/** Opens or closes the dropdown on click and goes to /cart on double click. */
function CartButton(props: {
  open: boolean;
  onToggle: () => void;
  onGoToCart: () => void;
  ref?: RefObject<HTMLButtonElement | null>;
}) {
  const units = useSelector(selectCartUnits);
  return (
    <button
      ref={props.ref}
      type="button"
      className="icon-button"
      aria-label={`Cart, ${units} ${units === 1 ? 'item' : 'items'}`}
      aria-expanded={props.open}
      aria-controls={DROPDOWN_ID}
      title="Cart (double click opens the page)"
      onPointerEnter={() => void loadDropdown().catch(() => undefined)}
      onFocus={() => void loadDropdown().catch(() => undefined)}
      // The second click of a double click must not toggle again.
      onClick={(event) => event.detail < 2 && props.onToggle()}
      onDoubleClick={props.onGoToCart}
    >
      <Icon name="cart" />
      {units > 0 && (
        <span className="badge" aria-hidden>
          {units}
        </span>
      )}
    </button>
  );
}

/**
 * The cart in the navigation bar. The dropdown closes on an outside click, on Escape and on every
 * navigation.
 */
export function CartMenu() {
  const { key } = useLocation();
  const navigate = useNavigate();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!container.current?.contains(event.target as Node)) setOpenAt(undefined);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      button.current?.focus();
    };
    addEventListener('pointerdown', onPointer);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPointer);
      removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div className="cart-menu" ref={container}>
      <CartButton
        ref={button}
        open={open}
        onToggle={() => setOpenAt(open ? undefined : key)}
        onGoToCart={() => navigate('/cart')}
      />
      {open && (
        <section id={DROPDOWN_ID} className="cart-dropdown" aria-label="Cart preview">
          <Deferred fallback={<Skeleton height="8rem" />}>
            <CartDropdown />
          </Deferred>
        </section>
      )}
    </div>
  );
}
