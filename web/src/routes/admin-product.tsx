// Owns the desk's page of one product, or of a new one (guarded; admins only).
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useCategoriesQuery } from '../api/catalogue-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useAdminProductQuery } from '../features/admin/admin-endpoints.ts';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { ProductForm } from '../features/admin/product-form.tsx';

const NEW = 'new';

function ProductPanel({ productId }: { productId: string }) {
  const navigate = useNavigate();
  const isNew = productId === NEW;
  const [opened, setOpened] = useState(0);
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
  // A form keeps what it was opened with; after a save or a reload it is opened anew.
  if (!isNew && (product === undefined || (isFetching && opened === 0))) return <Skeleton height="30rem" />;
  return (
    <ProductForm
      key={`${productId}${opened}${product?.updatedAt}`}
      product={product}
      categories={categories}
      onReload={async () => {
        await refetch();
        setOpened(opened + 1);
      }}
      onSaved={async (id) => {
        if (isNew) navigate(`/admin/products/${encodeURIComponent(id)}`, { replace: true });
        else {
          await refetch();
          setOpened(opened + 1);
        }
      }}
    />
  );
}

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
