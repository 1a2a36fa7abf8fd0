// Owns choosing what to buy of a product: size, quantity, the button and why it is off. What buying does is the
// route's to say.

import { QUANTITY_MAX } from '@savepoint/model/limits';
import type { Product, Variant } from '@savepoint/model/product';
import { findVariant } from '@savepoint/model/variants';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Price } from '../../components/price.tsx';
import { QuantityStepper } from '../../components/quantity-stepper.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { SizePicker } from './size-picker.tsx';

const SizeGuide = lazyComponent('size-guide', async () => (await import('./size-guide.tsx')).SizeGuide);

const LOW_STOCK_UNITS = 5;

/** What the chosen size costs, where that is not what the product costs. */
function SizePrice({ variant, product }: { variant: Variant | undefined; product: Product }) {
  if (variant?.price === undefined || variant.price === product.price) return null;
  return (
    <p>
      Size {variant.size} costs <Price price={variant.price} />
    </p>
  );
}

function StockLine({ variant, product }: { variant: Variant | undefined; product: Product }) {
  if (!product.inStock) return <p className="tag tag-coral">Sold out in every size</p>;
  if (variant === undefined) return <p className="muted">Choose a size to see what is left.</p>;
  if (variant.stock === 0) {
    return <p className="tag tag-coral">{variant.size ? `Size ${variant.size} is sold out` : 'Sold out'}</p>;
  }
  return variant.stock <= LOW_STOCK_UNITS ? (
    <p className="tag tag-sun">Only {variant.stock} left</p>
  ) : (
    <p className="tag tag-mint">In stock</p>
  );
}

interface BuyBoxProps {
  readonly product: Product;
  readonly onBuy: (choice: { size: string | undefined; quantity: number }) => void;
  /** Beside the button, e.g. the wishlist heart. */
  readonly beside?: ReactNode;
}

export function BuyBox({ product, onBuy, beside }: BuyBoxProps) {
  const sizes = product.variants.flatMap(({ size }) => (size === undefined ? [] : [size]));
  const [size, setSize] = useState<string>();
  const [quantity, setQuantity] = useState(1);
  const [fault, setFault] = useState<string>();
  const needsSize = sizes.length > 0;
  const variant = needsSize && size === undefined ? undefined : findVariant(product, size);
  const max = Math.max(1, Math.min(variant?.stock ?? QUANTITY_MAX, QUANTITY_MAX));
  const soldOut = !product.inStock || variant?.stock === 0;

  const buy = () => {
    if (soldOut) return;
    if (needsSize && size === undefined) {
      setFault('Choose a size first.');
      document.querySelector<HTMLInputElement>('.sizes input')?.focus();
      return;
    }
    onBuy({ size, quantity: Math.min(quantity, max) });
  };

  return (
    <div className="stack">
      {needsSize && (
        <div>
          <SizePicker
            variants={product.variants}
            chosen={size}
            error={fault}
            onChoose={(chosen) => {
              setSize(chosen);
              setFault(undefined);
            }}
          />
          <Suspense fallback={<Skeleton height="2.75rem" width="8rem" />}>
            <SizeGuide sizes={sizes} />
          </Suspense>
        </div>
      )}
      <div role="status">
        <SizePrice variant={variant} product={product} />
        <StockLine variant={variant} product={product} />
      </div>
      <div className="buy">
        <QuantityStepper
          value={Math.min(quantity, max)}
          max={max}
          label={`Quantity of ${product.name}`}
          onChange={setQuantity}
        />
        <Button onClick={buy} aria-disabled={soldOut}>
          {soldOut ? 'Sold out' : 'Add to cart'}
        </Button>
        {beside}
      </div>
    </div>
  );
}
