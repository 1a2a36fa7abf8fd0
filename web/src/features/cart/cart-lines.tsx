// Owns the lines of the cart page: what is in the cart, what of it cannot be had now, and what one can do about it.

import type { UnknownAction } from '@reduxjs/toolkit';
import { type CartLine, lineKey, lineTotalCents, QUANTITY_MAX } from '@savepoint/model/cart';
import { formatCents, toCents } from '@savepoint/model/money';
import { findVariant } from '@savepoint/model/variants';
import { useDispatch } from 'react-redux';
import { useProductQuery } from '../../api/catalogue-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { QuantityStepper } from '../../components/quantity-stepper.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { focusAdjacentRow } from '../../lib/focus-adjacent-row.ts';
import { productPath } from '../../lib/paths.ts';
import { describeLine } from './cart-listeners.ts';
import {
  lineRemoved,
  lineSavedForLater,
  quantitySet,
  savedLineMovedToCart,
  savedLineRemoved,
} from './cart-slice.ts';

/** What the shopper should know about a line now; undefined when all is well. */
export function useLineConcern(line: CartLine): string | undefined {
  const { data: product } = useProductQuery(line.id);
  if (product === undefined) return undefined;
  if (product === null) return 'No longer sold. Remove it to check out.';
  const stock = findVariant(product, line.size)?.stock;
  if (stock === undefined) return 'This size is no longer sold. Pick another on the product page.';
  if (stock === 0) return 'Sold out. Remove it or save it for later.';
  if (stock < line.quantity) return `Only ${stock} left.`;
  if (toCents(product.price) !== toCents(line.price)) {
    return `The price is now ${formatCents(toCents(product.price))}; you pay the current price.`;
  }
  return undefined;
}

function LineFrame({ line, children }: { line: CartLine; children: React.ReactNode }) {
  return (
    <li className="cart-line">
      <ShopLink to={productPath(line.id)} className="image-frame" tabIndex={-1} aria-hidden>
        <ProductImage src={line.image} alt="" place="line" />
      </ShopLink>
      <div className="cart-line-what">
        <ShopLink to={productPath(line.id)} className="cart-line-name">
          {line.name}
        </ShopLink>
        <p className="muted">
          {line.size !== undefined && `Size ${line.size} · `}
          {formatCents(toCents(line.price))} each
        </p>
        {children}
      </div>
    </li>
  );
}

interface LineActionProps {
  readonly look?: 'secondary' | 'quiet';
  readonly label: string;
  readonly action: UnknownAction;
  readonly children: string;
}

/** A button after which its line is gone: the focus moves to what stands beside it. */
function LineAction({ look = 'quiet', label, action, children }: LineActionProps) {
  const dispatch = useDispatch();
  return (
    <Button
      look={look}
      aria-label={label}
      onClick={(event) => {
        focusAdjacentRow(event.currentTarget);
        dispatch(action);
      }}
    >
      {children}
    </Button>
  );
}

export function CartLineRow({ line }: { line: CartLine }) {
  const dispatch = useDispatch();
  const concern = useLineConcern(line);
  const key = lineKey(line);
  const name = describeLine(line);
  return (
    <LineFrame line={line}>
      {concern && <p className="cart-line-concern">{concern}</p>}
      <div className="cart-line-acts">
        <QuantityStepper
          value={line.quantity}
          max={QUANTITY_MAX}
          label={`Quantity of ${name}`}
          onChange={(quantity) => dispatch(quantitySet({ key, quantity }))}
        />
        <strong className="cart-line-total">{formatCents(lineTotalCents(line))}</strong>
        <LineAction label={`Save for later: ${name}`} action={lineSavedForLater(key)}>
          Save for later
        </LineAction>
        <LineAction label={`Remove ${name}`} action={lineRemoved(key)}>
          Remove
        </LineAction>
      </div>
    </LineFrame>
  );
}

export function SavedLineRow({ line }: { line: CartLine }) {
  const key = lineKey(line);
  const name = describeLine(line);
  return (
    <LineFrame line={line}>
      <div className="cart-line-acts">
        <LineAction look="secondary" label={`Move to cart: ${name}`} action={savedLineMovedToCart(key)}>
          Move to cart
        </LineAction>
        <LineAction label={`Remove from saved: ${name}`} action={savedLineRemoved(key)}>
          Remove
        </LineAction>
      </div>
    </LineFrame>
  );
}
