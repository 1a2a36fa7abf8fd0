import type { ListedDrop } from '@savepoint/model/drop';
import { useProductQuery } from '../api/catalogue-endpoints.ts';
import { useListedDropsQuery } from '../api/drop-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ProductImage } from '../components/product-image.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { LoadingPage } from '../components/skeleton.tsx';
import { formatMoment } from '../features/drops/drop-texts.ts';
import { dropPath } from '../lib/paths.ts';
import '../features/drops/drops.css';

function DropItem({ drop }: { readonly drop: ListedDrop }) {
  const { data: product } = useProductQuery(drop.productId);
  const isOpen = drop.phase === 'open';
  const time = isOpen ? drop.closesAt : drop.opensAt;
  return (
    <li className="card">
      <div className="image-frame">{product && <ProductImage src={product.image} alt="" size="card" />}</div>
      <div className="stack">
        <p className="row">
          <span className={`tag ${isOpen ? 'tag-mint' : 'tag-sun'}`}>{isOpen ? 'Open' : 'Opens soon'}</span>
        </p>
        <h2>
          <ShopLink to={dropPath(drop.id)}>{drop.title}</ShopLink>
        </h2>
        <p className="muted">
          {drop.kind === 'draw' ? 'A draw' : 'A line'} for an edition of {drop.units}
          {drop.size !== undefined && ` in ${drop.size}`}. {isOpen ? 'Closes' : 'Opens'}{' '}
          <time dateTime={time}>{formatMoment(time)}</time>.
        </p>
      </div>
    </li>
  );
}

/** The /drops page: announced and open limited editions. */
export function Component() {
  const {
    data: drops,
    isError,
    refetch,
  } = useListedDropsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (drops === undefined && !isError) return <LoadingPage name="Drops" />;
  return (
    <main className="page stack" id="main" tabIndex={-1}>
      <PageHead
        title="Drops"
        description="Limited editions that open soon, and those that are open."
        canonicalPath="/drops"
      />
      {drops === undefined ? (
        <ErrorState resource="the drops" headingLevel={1} onRetry={() => void refetch()} />
      ) : drops.length === 0 ? (
        <EmptyState icon="package" art="game-over" title="No drop is planned" headingLevel={1}>
          <p>The next limited edition is announced here and on the home page.</p>
          <ButtonLink to="/shop">See all products</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <h1 tabIndex={-1}>Drops</h1>
          <ul className="drop-list">
            {drops.map((drop) => (
              <DropItem key={drop.id} drop={drop} />
            ))}
          </ul>
        </>
      )}
    </main>
  );
}
