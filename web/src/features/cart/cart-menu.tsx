// Owns the cart in the navigation bar: the button with its badge, and the dropdown below it. One click opens or closes
// it, a double click goes to /cart; by keyboard the dropdown's first stop is the link to the cart.
import { countUnits, lineKey, lineTotalCents } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { CART_DROPDOWN_LINES } from '../../config/constants.ts';
import { selectCartLines, selectCartUnits, selectSubtotalCents } from './cart-slice.ts';
import './cart-menu.css';

const DROPDOWN_ID = 'cart-dropdown';

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
      // The second click of a double click is not one more toggle.
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

function CartDropdown() {
  const lines = useSelector(selectCartLines);
  const subtotal = useSelector(selectSubtotalCents);
  const more = countUnits(lines.slice(CART_DROPDOWN_LINES));
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
      {more > 0 && <p className="muted">+{more} more items</p>}
      {lines.length > 0 && (
        <p className="cart-dropdown-subtotal">
          <span>Subtotal</span> <span>{formatCents(subtotal)}</span>
        </p>
      )}
      <ButtonLink to="/cart" fullWidth>
        View Cart
      </ButtonLink>
    </section>
  );
}

/** Button and dropdown together; the dropdown closes on outside click, Escape and every route change. */
export function CartMenu() {
  const { key } = useLocation();
  const navigate = useNavigate();
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) setOpenAt(undefined);
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
    <div className="cart-menu" ref={frame}>
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
