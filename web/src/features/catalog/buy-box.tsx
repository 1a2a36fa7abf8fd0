import { QUANTITY_MAX } from '@savepoint/model/limits';
import type { Product, Variant } from '@savepoint/model/product';
import { findVariant } from '@savepoint/model/variants';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Controls } from '../../components/controls.tsx';
import { Deferred } from '../../components/deferred.tsx';
import { Price } from '../../components/price.tsx';
import { QuantityStepper } from '../../components/quantity-stepper.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { SizePicker } from './size-picker.tsx';

const loadSizeGuide = () => loadChunk('Size Guide', () => import('./size-guide.tsx'));
// Hydrated after the rest of the page.
const SizeGuide = lazy(async () => ({ default: (await loadSizeGuide()).SizeGuide }));

const loadStockAlert = () => loadChunk('Stock Alert', () => import('./stock-alert.tsx'));
// Only for sold-out sizes.
const StockAlert = lazy(async () => ({ default: (await loadStockAlert()).StockAlert }));

const LOW_STOCK_UNITS = 5;

/** The product fields that the box needs. */
type BoughtProduct = Pick<Product, 'id' | 'name' | 'price' | 'inStock' | 'variants'>;

/** The price of the selected size if it differs from the product's. */
function SizePrice({ variant, product }: { variant: Variant | undefined; product: BoughtProduct }) {
  if (variant?.price === undefined || variant.price === product.price) return null;
  return (
    <p>
      Size {variant.size} costs <Price price={variant.price} />
    </p>
  );
}

function StockStatus({ variant, product }: { variant: Variant | undefined; product: BoughtProduct }) {
  if (!product.inStock && variant === undefined)
    return (
      <>
        <p className="tag tag-coral">Sold out in every size</p>
        <p className="muted">Choose a size and we will tell you when it is back.</p>
      </>
    );
  if (variant === undefined) return null;
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
  readonly product: BoughtProduct;
  /** The initially selected size; ignored if the product lacks it. */
  readonly initialSize?: string | null;
  /** The text of the button; default 'Add to cart'. */
  readonly submitLabel?: string | undefined;
  readonly onAddToCart: (selection: { size: string | undefined; quantity: number }) => void;
  /** Rendered next to the button, e.g. the wishlist heart. */
  readonly action?: ReactNode;
  /**
   * True if a phone also shows the button at the bottom of the screen while the box is out of
   * sight.
   */
  readonly hasBar?: boolean;
}

/** True if an element is out of sight, once the browser has reported it. */
function useIsOutOfSight(element: RefObject<HTMLElement | null>): boolean {
  const [isOut, setIsOut] = useState(false);
  useEffect(() => {
    if (element.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setIsOut(entry?.isIntersecting === false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOut;
}

/**
 * Size, quantity and the add-to-cart button of a product, with the reason if it cannot be bought.
 */
export function BuyBox({
  product,
  initialSize,
  submitLabel = 'Add to cart',
  onAddToCart,
  action,
  hasBar,
}: BuyBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const isOutOfSight = useIsOutOfSight(row);
  const sizes = product.variants.flatMap(({ size }) => (size === undefined ? [] : [size]));
  const [size, setSize] = useState(sizes.find((offered) => offered === initialSize));
  const [quantity, setQuantity] = useState(1);
  const [error, setError] = useState<string>();
  const needsSize = sizes.length > 0;
  const variant = needsSize && size === undefined ? undefined : findVariant(product, size);
  const max = Math.max(1, Math.min(variant?.stock ?? QUANTITY_MAX, QUANTITY_MAX));
  const soldOut = !product.inStock || variant?.stock === 0;

  const addToCart = ({ detail }: { readonly detail: number }) => {
    // The second click of a double click means the same thing.
    if (soldOut || detail > 1) return;
    if (needsSize && size === undefined) {
      setError('Choose a size first.');
      box.current?.querySelector<HTMLInputElement>('.sizes input')?.focus();
      return;
    }
    onAddToCart({ size, quantity: Math.min(quantity, max) });
  };

  return (
    <div className="stack" ref={box}>
      {needsSize && (
        <div className="size-choice">
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
            <Controls>
              <SizeGuide product={product} sizes={sizes} />
            </Controls>
          </Suspense>
        </div>
      )}
      <div role="status" className="stock-status">
        <SizePrice variant={variant} product={product} />
        <StockStatus variant={variant} product={product} />
      </div>
      {variant?.stock === 0 && (
        <Deferred>
          <StockAlert key={size ?? ''} productId={product.id} size={size} />
        </Deferred>
      )}
      <div className="buy-box" ref={row}>
        <QuantityStepper
          value={Math.min(quantity, max)}
          max={max}
          item={product.name}
          onChange={setQuantity}
        />
        <Button onClick={addToCart} aria-disabled={soldOut}>
          {soldOut ? 'Sold out' : submitLabel}
        </Button>
        {action}
      </div>
      {hasBar && isOutOfSight && !soldOut && (
        <div className="buy-bar">
          <Price price={variant?.price ?? product.price} />
          <Button onClick={addToCart}>
            {needsSize && size === undefined ? 'Choose a size' : submitLabel}
          </Button>
        </div>
      )}
    </div>
  );
}
