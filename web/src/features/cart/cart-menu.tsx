import { countUnits, lineKey, lineTotalCents, subtotalCents } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { CART_DROPDOWN_LINES } from '../../config/constants.ts';
import { selectCartUnits } from './cart-slice.ts';
import { toLines, useCurrentCart } from './use-current-cart.ts';
import './cart-menu.css';

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

/** A preview of the cart; its first focusable element is the link to /cart. */
function CartDropdown() {
  const lines = toLines(useCurrentCart());
  const subtotal = subtotalCents(lines);
  const hiddenUnits = countUnits(lines.slice(CART_DROPDOWN_LINES));
  const shown = lines.slice(0, CART_DROPDOWN_LINES);
  return (
    <section id={DROPDOWN_ID} className="cart-dropdown" aria-label="Cart preview">
      {lines.length === 0 ? (
        <p className="cart-dropdown-empty">Your cart is empty</p>
      ) : (
        <ul className="cart-dropdown-lines">
          {shown.map((line) => (
            <li key={lineKey(line)}>
              <span className="image-frame">
                <ProductImage src={line.image} alt="" size="thumbnail" />
              </span>
              <span className="cart-dropdown-name">
                {line.name}
                <span className="muted">
                  {line.size !== undefined && `Size ${line.size} · `}Quantity {line.quantity}
                </span>
              </span>
              <span className="cart-dropdown-line-total">{formatCents(lineTotalCents(line))}</span>
            </li>
          ))}
        </ul>
      )}
      {hiddenUnits > 0 && (
        <p className="muted">
          +{hiddenUnits} more {hiddenUnits === 1 ? 'item' : 'items'}
        </p>
      )}
      {lines.length > 0 && (
        <p className="cart-dropdown-subtotal">
          <span>Subtotal</span> <span>{formatCents(subtotal)}</span>
        </p>
      )}
      <ButtonLink to="/cart" fullWidth>
        View Cart
      </ButtonLink>
      {lines.length > 0 && (
        <ButtonLink to="/checkout" variant="secondary" fullWidth>
          Check out
        </ButtonLink>
      )}
    </section>
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
      {open && <CartDropdown />}
    </div>
  );
}
