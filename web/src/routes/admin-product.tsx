import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useCategoriesQuery } from '../api/catalogue-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useAdminProductQuery } from '../features/admin/admin-endpoints.ts';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { ProductForm } from '../features/admin/product-form.tsx';
import { adminProductPath } from '../features/admin/product-table.tsx';

const NEW = 'new';

function ProductPanel({ productId }: { productId: string }) {
  const navigate = useNavigate();
  const isNew = productId === NEW;
  const [revision, setRevision] = useState(0);
  const { data: categories = [] } = useCategoriesQuery();
  const {
    currentData: product,
    isError,
    isFetching,
    refetch,
  } = useAdminProductQuery(productId, { skip: isNew, refetchOnMountOrArgChange: true });

  if (isError) return <ErrorState resource="this product" onRetry={refetch} />;
  if (product === null) {
    return (
      <EmptyState icon="search" title="There is no such product">
        <ButtonLink to="/admin/products">All products</ButtonLink>
      </EmptyState>
    );
  }
  // The form takes its initial values once; a new key remounts it after a save or a reload.
  if (!isNew && (product === undefined || (isFetching && revision === 0))) return <Skeleton height="30rem" />;
  return (
    <ProductForm
      key={`${productId}${revision}${product?.updatedAt}`}
      product={product}
      categories={categories}
      onReload={async () => {
        await refetch();
        setRevision(revision + 1);
      }}
      onSaved={async (id) => {
        if (isNew) navigate(adminProductPath(id), { replace: true });
        else {
          await refetch();
          setRevision(revision + 1);
        }
      }}
    />
  );
}

/** The /admin/products/:productId and /admin/products/new pages. Require the admin claim. */
export function Component() {
  const { productId = NEW } = useParams();
  return (
    <AdminLayout title={productId === NEW ? 'New product' : 'Edit product'}>
      <div>
        <ButtonLink to="/admin/products" variant="quiet">
          All products
        </ButtonLink>
      </div>
      <ProductPanel productId={productId} />
    </AdminLayout>
  );
}
