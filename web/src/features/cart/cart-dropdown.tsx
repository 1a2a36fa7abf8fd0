import { countUnits, lineKey, lineTotalCents, subtotalCents } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { ButtonLink } from '../../components/button.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { CART_DROPDOWN_LINES } from '../../config/constants.ts';
import { toLines, useCurrentCart } from './use-current-cart.ts';

/** A preview of the cart, with the links to the checkout and to /cart. */
export function CartDropdown() {
  const lines = toLines(useCurrentCart());
  const hiddenUnits = countUnits(lines.slice(CART_DROPDOWN_LINES));
  const shown = lines.slice(0, CART_DROPDOWN_LINES);
  return (
    <>
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
        <>
          <p className="cart-dropdown-subtotal">
            <span>Subtotal</span> <span>{formatCents(subtotalCents(lines))}</span>
          </p>
          <ButtonLink to="/checkout" fullWidth>
            Check out
          </ButtonLink>
        </>
      )}
      <ButtonLink to="/cart" variant={lines.length > 0 ? 'secondary' : 'primary'} fullWidth>
        View Cart
      </ButtonLink>
    </>
  );
}
