// Independent of the cart: a route passes in the action that adds to it.
import type { CartLine } from '@savepoint/model/cart';
import { isAvailable } from '@savepoint/model/variants';
import { lazy, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDispatch } from 'react-redux';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { Deferred } from '../../components/deferred.tsx';
import { Icon } from '../../components/icon.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { toCartLine } from './to-cart-line.ts';

const loadDialog = () => loadChunk('Quick Add', () => import('./quick-add-dialog.tsx'));
const QuickAddDialog = lazy(async () => ({ default: (await loadDialog()).QuickAddDialog }));

interface QuickAddProps {
  readonly product: ProductCard;
  /** The action that adds a line to the cart. */
  readonly toAction: (line: CartLine) => { readonly type: string };
  /** The button's text, also used with the product's name as its accessible name. */
  readonly label: string;
  /** True for an icon button on the picture of a card. */
  readonly isIcon?: boolean;
  /** The text of the submit button in the dialog. */
  readonly submitLabel?: string;
  readonly onAdded?: () => void;
}

/**
 * A button that adds a product to the cart: at once if it has no sizes, else after choosing one.
 * Nothing if it is sold out, or sold in a drop.
 */
export function QuickAdd({ product, toAction, label, isIcon, submitLabel, onAdded }: QuickAddProps) {
  const dispatch = useDispatch();
  const [wasOpened, setWasOpened] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  // Products of a drop are not added to a cart before they are won.
  if (!isAvailable(product.variants) || product.drop !== undefined) return null;
  const [only, ...others] = product.variants;
  const hasSizes = others.length > 0 || only?.size !== undefined;
  const close = () => setIsOpen(false);
  const addFromDialog = (line: CartLine) => {
    // Closed first: the next dialog returns the focus to where it is then.
    flushSync(close);
    dispatch(toAction(line));
    onAdded?.();
  };
  return (
    <>
      <button
        type="button"
        className={isIcon ? 'icon-button quick-add' : 'button button-secondary'}
        aria-label={`${label}: ${product.name}`}
        title={isIcon ? label : undefined}
        onPointerEnter={() => hasSizes && void loadDialog().catch(() => undefined)}
        onClick={(event) => {
          if (!hasSizes) {
            // Ignores the second click of a double click.
            if (event.detail > 1) return;
            dispatch(toAction(toCartLine(product, { size: undefined, quantity: 1 })));
            onAdded?.();
            return;
          }
          setWasOpened(true);
          setIsOpen(true);
        }}
      >
        <Icon name="plus" /> {!isIcon && label}
      </button>
      {wasOpened && (
        <Deferred>
          <QuickAddDialog
            open={isOpen}
            product={product}
            submitLabel={submitLabel}
            onClose={close}
            onAdd={addFromDialog}
          />
        </Deferred>
      )}
    </>
  );
}
