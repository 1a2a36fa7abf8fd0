import type { Product } from '@savepoint/model/product';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useCategoriesQuery } from '../api/catalogue-endpoints.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import {
  errorMessage,
  useAdminProductQuery,
  useDeleteProductMutation,
} from '../features/admin/admin-endpoints.ts';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { adminProductPath } from '../features/admin/admin-pages.ts';
import { ProductForm } from '../features/admin/product-form.tsx';
import { StockPanel } from '../features/admin/stock-panel.tsx';
import { useUndoToast } from '../features/admin/undo.ts';
import { undoDeletion } from '../features/admin/undo-deletion.ts';
import { productPath } from '../lib/paths.ts';
import { toastShown } from '../lib/toast-slice.ts';

const NEW = 'new';

/** Actions on a product besides editing it. */
function ProductActions({ product, onDeleted }: { product: Product; onDeleted: () => void }) {
  const dispatch = useDispatch();
  const showUndo = useUndoToast(undoDeletion);
  const [remove, { isLoading }] = useDeleteProductMutation();
  const removeProduct = async () => {
    const { id: productId, updatedAt: version } = product;
    const result = await remove({ productId, ...(version !== undefined && { version }) });
    if (result.error !== undefined) {
      dispatch(toastShown({ text: errorMessage(result.error), tone: 'error' }));
      return;
    }
    showUndo(`${product.name} is deleted.`, result.data.deletedId);
    onDeleted();
  };
  const isActive = (product.status ?? 'active') === 'active';
  return (
    <>
      {isActive && (
        <ButtonLink to={productPath(product.id)} variant="secondary">
          See in the shop
        </ButtonLink>
      )}
      <ButtonLink to={`/admin/products/${NEW}?from=${encodeURIComponent(product.id)}`} variant="secondary">
        Duplicate
      </ButtonLink>
      <Button variant="danger" busy={isLoading} onClick={removeProduct}>
        Delete
      </Button>
    </>
  );
}

/**
 * The product with this id for editing, or a new one, which may be a copy of the product
 * `templateId`.
 */
function ProductPanel({ productId, templateId }: { productId: string; templateId: string | null }) {
  const navigate = useNavigate();
  const isNew = productId === NEW;
  const [revision, setRevision] = useState(0);
  const [isDeleted, setDeleted] = useState(false);
  const { data: categories = [] } = useCategoriesQuery();
  const readId = isNew ? templateId : productId;
  const {
    currentData: product,
    isError,
    isFetching,
    refetch,
  } = useAdminProductQuery(readId ?? '', { skip: readId === null, refetchOnMountOrArgChange: true });

  // Removes the form before the navigation, which would ask about its unsaved changes.
  if (isDeleted) return <Navigate to="/admin/products" replace />;
  if (isError) return <ErrorState resource="this product" onRetry={refetch} />;
  if (product === null) {
    return (
      <EmptyState icon="search" title="Product not found">
        <ButtonLink to="/admin/products">All products</ButtonLink>
      </EmptyState>
    );
  }
  // The form takes its initial values once; a new key remounts it after a save.
  if (readId !== null && (product === undefined || (isFetching && revision === 0)))
    return <Skeleton height="30rem" />;
  return (
    <>
      <ProductForm
        key={`${productId}${templateId}${revision}${product?.updatedAt}`}
        product={isNew ? undefined : product}
        template={isNew ? product : undefined}
        categories={categories}
        actions={
          product !== undefined && <ProductActions product={product} onDeleted={() => setDeleted(true)} />
        }
        onSaved={async (id) => {
          if (isNew) navigate(adminProductPath(id), { replace: true });
          else {
            await refetch();
            setRevision(revision + 1);
          }
        }}
      />
      {!isNew && product !== undefined && <StockPanel product={product} />}
    </>
  );
}

/**
 * The /admin/products/:productId and /admin/products/new pages. Require a role; see admin-pages.ts.
 */
export function Component() {
  const { productId = NEW } = useParams();
  const [search] = useSearchParams();
  const templateId = productId === NEW ? search.get('from') : null;
  return (
    <AdminLayout title={productId === NEW ? 'New product' : 'Edit product'}>
      <div>
        <ButtonLink to="/admin/products" variant="quiet">
          All products
        </ButtonLink>
      </div>
      <ProductPanel key={`${productId}${templateId}`} productId={productId} templateId={templateId} />
    </AdminLayout>
  );
}
