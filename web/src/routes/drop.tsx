import { findVariant } from '@savepoint/model/variants';
import { type ReactNode, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { useProductQuery } from '../api/catalogue-endpoints.ts';
import { type HeardDrop, useDropEntryQuery } from '../api/drop-endpoints.ts';
import { useDrop } from '../api/use-drop.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { SelectField } from '../components/field.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Price } from '../components/price.tsx';
import { ProductImage } from '../components/product-image.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { LoadingPage } from '../components/skeleton.tsx';
import { itemAdded } from '../features/cart/cart-slice.ts';
import { toCartLine } from '../features/catalog/to-cart-line.ts';
import { DrawCheck } from '../features/drops/draw-check.tsx';
import { DropFacts } from '../features/drops/drop-facts.tsx';
import { DropPanel } from '../features/drops/drop-panel.tsx';
import { phaseTag } from '../features/drops/drop-texts.ts';
import { dropPath, productPath } from '../lib/paths.ts';
import { selectUser } from '../session/session-slice.ts';
import '../features/drops/drops.css';

/** Puts the units given to a shopper into the cart, and leads to the checkout. */
function BuyButton({ drop, quantity }: { drop: HeardDrop; quantity: number }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { data: product } = useProductQuery(drop.productId);
  const sizes = (product?.variants ?? []).flatMap(({ size, stock }) =>
    size === undefined || stock === 0 ? [] : [size],
  );
  const [chosen, setChosen] = useState<string>();
  const size = drop.size ?? chosen ?? sizes[0];
  const buy = () => {
    if (!product || findVariant(product, size) === undefined) return;
    dispatch(itemAdded(toCartLine(product, { size, quantity })));
    navigate('/checkout');
  };
  return (
    <>
      {drop.size === undefined && sizes.length > 0 && (
        <SelectField label="Size" value={size} onChange={(event) => setChosen(event.target.value)}>
          {sizes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      )}
      <Button fullWidth busy={!product} onClick={buy}>
        Buy it now
      </Button>
    </>
  );
}

const HOW = {
  line: 'Whoever comes first gets one, as long as there are any.',
  draw: 'Enter at any time while it is open: everybody has the same chance.',
};

function MissingDrop() {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <PageHead title="Drop not found" description="This drop does not exist." noindex />
      <EmptyState icon="package" art="game-over" title="Drop not found" headingLevel={1}>
        <p>It may have been renamed. The rest of the shop is still here.</p>
        <ButtonLink to="/shop">See all products</ButtonLink>
      </EmptyState>
    </main>
  );
}

/** The /drops/:dropId page: a limited edition, from its announcement to the numbered order. */
export function Component() {
  const { dropId = '' } = useParams();
  const { drop, phase, now, isError, isMissing, refetch } = useDrop(dropId);
  const uid = useSelector(selectUser)?.uid ?? '';
  const { currentData: entry } = useDropEntryQuery(
    { dropId: drop?.id ?? '', uid },
    { skip: uid === '' || drop === undefined },
  );
  const { data: product } = useProductQuery(drop?.productId ?? '', { skip: drop === undefined });
  if (isMissing) return <MissingDrop />;
  if (isError)
    return (
      <main className="page" id="main" tabIndex={-1}>
        <ErrorState resource="this drop" headingLevel={1} onRetry={refetch} />
      </main>
    );
  if (drop === undefined) return <LoadingPage name="Drop" />;
  const [tag, tone] = phaseTag(drop, phase);
  const buy = (quantity: number): ReactNode => <BuyButton drop={drop} quantity={quantity} />;
  return (
    <main className="page" id="main" tabIndex={-1}>
      <PageHead
        title={drop.title}
        description={`A limited edition of ${drop.units}. ${HOW[drop.kind]}`}
        canonicalPath={dropPath(drop.id)}
      />
      <div className="drop">
        <ShopLink to={productPath(drop.productId)} className="image-frame" aria-label={product?.name}>
          {product && <ProductImage src={product.image} alt="" size="gallery" priority="high" />}
        </ShopLink>
        <div className="stack">
          <p className="row">
            <span className={`tag ${tone}`}>{tag}</span>
          </p>
          <h1 tabIndex={-1}>{drop.title}</h1>
          <p>
            {product && (
              <>
                <ShopLink to={productPath(product.id)}>{product.name}</ShopLink>{' '}
                <Price price={product.price} compareAtPrice={product.compareAtPrice} />
              </>
            )}
          </p>
          <p>{HOW[drop.kind]}</p>
          <DropPanel drop={drop} phase={phase} now={now} buy={buy} />
          <DropFacts drop={drop} product={product} />
          <p>
            <ShopLink to="/drops">All drops</ShopLink>
          </p>
        </div>
        {drop.kind === 'draw' && <DrawCheck drop={drop} ticket={entry?.ticket} />}
      </div>
    </main>
  );
}
