import type { UnknownAction } from '@reduxjs/toolkit';
import { type CartLine, lineKey, lineTotalCents, QUANTITY_MAX } from '@savepoint/model/cart';
import { formatCents, toCents } from '@savepoint/model/money';
import type { MouseEvent, ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { Button, IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
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
import type { CurrentLine } from './check-line.ts';

function LineLayout({ line, remove, children }: { line: CartLine; remove: ReactNode; children: ReactNode }) {
  return (
    <li className="cart-line">
      <ShopLink to={productPath(line.id)} className="image-frame" tabIndex={-1} aria-hidden>
        <ProductImage src={line.image} alt="" size="line" />
      </ShopLink>
      <div className="cart-line-details">
        <div className="cart-line-head">
          <ShopLink to={productPath(line.id)} className="cart-line-name">
            {line.name}
          </ShopLink>
          {remove}
        </div>
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
  readonly variant?: 'secondary' | 'quiet';
  readonly label: string;
  readonly action: UnknownAction;
  /** The text of the button; without one, it is an icon. */
  readonly children?: string;
}

/**
 * A button that removes its own row. Focus moves to the neighboring row first, so that keyboard
 * users keep their position.
 */
function LineAction({ variant = 'quiet', label, action, children }: LineActionProps) {
  const dispatch = useDispatch();
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    focusAdjacentRow(event.currentTarget);
    dispatch(action);
  };
  if (children === undefined) {
    return (
      <IconButton label={label} onClick={onClick}>
        <Icon name="trash" />
      </IconButton>
    );
  }
  return (
    <Button variant={variant} aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}

/** One line item of the cart: quantity, line total, save for later, remove. */
export function CartLineRow({ current: { line, agreedPrice, problem } }: { current: CurrentLine }) {
  const dispatch = useDispatch();
  const key = lineKey(line);
  const name = describeLine(line);
  return (
    <LineLayout line={line} remove={<LineAction label={`Remove ${name}`} action={lineRemoved(key)} />}>
      {agreedPrice !== undefined && (
        <p className="cart-line-warning">Previously {formatCents(toCents(agreedPrice))}.</p>
      )}
      {problem && (
        <p className="cart-line-warning">
          {problem.text}{' '}
          {problem.available > 0 && (
            <Button
              variant="quiet"
              onClick={() => dispatch(quantitySet({ key, quantity: problem.available }))}
            >
              Change to {problem.available}
            </Button>
          )}
        </p>
      )}
      <div className="cart-line-actions">
        <QuantityStepper
          value={line.quantity}
          max={QUANTITY_MAX}
          item={name}
          onChange={(quantity) => dispatch(quantitySet({ key, quantity }))}
        />
        <strong className="cart-line-total">{formatCents(lineTotalCents(line))}</strong>
        <LineAction label={`Save for later: ${name}`} action={lineSavedForLater(key)}>
          Save for later
        </LineAction>
      </div>
    </LineLayout>
  );
}

/** One saved-for-later line: move to cart, remove. */
export function SavedLineRow({ line }: { line: CartLine }) {
  const key = lineKey(line);
  const name = describeLine(line);
  return (
    <LineLayout
      line={line}
      remove={<LineAction label={`Remove from saved: ${name}`} action={savedLineRemoved(key)} />}
    >
      <div className="cart-line-actions">
        <LineAction variant="secondary" label={`Move to cart: ${name}`} action={savedLineMovedToCart(key)}>
          Move to cart
        </LineAction>
      </div>
    </LineLayout>
  );
}
