import type { CartLine } from '@savepoint/model/cart';
import { type ProductCard, useProductQuery } from '../../api/catalogue-endpoints.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Price } from '../../components/price.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { productPath } from '../../lib/paths.ts';
import { BuyBox } from './buy-box.tsx';
import { toCartLine } from './to-cart-line.ts';

interface QuickAddDialogProps {
  readonly open: boolean;
  readonly product: ProductCard;
  readonly submitLabel?: string | undefined;
  readonly onClose: () => void;
  readonly onAdd: (line: CartLine) => void;
}

function Choice({ product: card, submitLabel, onAdd }: Omit<QuickAddDialogProps, 'open' | 'onClose'>) {
  // Current price and stock; those of the card until they are read, or if that fails.
  const { data } = useProductQuery(card.id, { refetchOnMountOrArgChange: true });
  if (data === null) {
    return (
      <>
        <p>{card.name} is no longer sold.</p>
        <ButtonLink to="/shop">See all products</ButtonLink>
      </>
    );
  }
  const product = data ?? card;
  return (
    <div className="quick-add-choice">
      <div className="image-frame quick-add-image">
        <ProductImage src={product.image} alt={product.imageAlts?.[0] ?? product.name} size="card" />
      </div>
      <div className="stack">
        <Price price={product.price} compareAtPrice={product.compareAtPrice} />
        <BuyBox
          product={product}
          submitLabel={submitLabel}
          onAddToCart={(selection) => onAdd(toCartLine(product, selection))}
        />
        <ShopLink to={productPath(product.id)}>See all details</ShopLink>
      </div>
    </div>
  );
}

/** Size, quantity and stock of a product, and a button to add it to the cart. */
export function QuickAddDialog({ open, onClose, ...choice }: QuickAddDialogProps) {
  return (
    <Dialog open={open} title={choice.product.name} onClose={onClose} className="sheet">
      <Choice {...choice} />
    </Dialog>
  );
}
