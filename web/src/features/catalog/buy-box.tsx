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

/** The price of the selected size where it differs from the price of the product. */
function SizePrice({ variant, product }: { variant: Variant | undefined; product: Product }) {
  if (variant?.price === undefined || variant.price === product.price) return null;
  return (
    <p>
      Size {variant.size} costs <Price price={variant.price} />
    </p>
  );
}

function StockStatus({ variant, product }: { variant: Variant | undefined; product: Product }) {
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
  readonly onAddToCart: (selection: { size: string | undefined; quantity: number }) => void;
  /** Rendered next to the button, e.g. the wishlist heart. */
  readonly action?: ReactNode;
}

/** Size, quantity and the add-to-cart button of a product, with the reason when it cannot be bought. */
export function BuyBox({ product, onAddToCart, action }: BuyBoxProps) {
  const sizes = product.variants.flatMap(({ size }) => (size === undefined ? [] : [size]));
  const [size, setSize] = useState<string>();
  const [quantity, setQuantity] = useState(1);
  const [error, setError] = useState<string>();
  const needsSize = sizes.length > 0;
  const variant = needsSize && size === undefined ? undefined : findVariant(product, size);
  const max = Math.max(1, Math.min(variant?.stock ?? QUANTITY_MAX, QUANTITY_MAX));
  const soldOut = !product.inStock || variant?.stock === 0;

  const addToCart = () => {
    if (soldOut) return;
    if (needsSize && size === undefined) {
      setError('Choose a size first.');
      document.querySelector<HTMLInputElement>('.sizes input')?.focus();
      return;
    }
    onAddToCart({ size, quantity: Math.min(quantity, max) });
  };

  return (
    <div className="stack">
      {needsSize && (
        <div>
          <SizePicker
            variants={product.variants}
            selected={size}
            error={error}
            onSelect={(selected) => {
              setSize(selected);
              setError(undefined);
            }}
          />
          <Suspense fallback={<Skeleton height="2.75rem" width="8rem" />}>
            <SizeGuide sizes={sizes} />
          </Suspense>
        </div>
      )}
      <div role="status">
        <SizePrice variant={variant} product={product} />
        <StockStatus variant={variant} product={product} />
      </div>
      <div className="buy-box">
        <QuantityStepper
          value={Math.min(quantity, max)}
          max={max}
          label={`Quantity of ${product.name}`}
          onChange={setQuantity}
        />
        <Button onClick={addToCart} aria-disabled={soldOut}>
          {soldOut ? 'Sold out' : 'Add to cart'}
        </Button>
        {action}
      </div>
    </div>
  );
}
