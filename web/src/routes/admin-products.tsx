import { useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useCategoriesQuery } from '../api/catalogue-endpoints.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { Field, SelectField } from '../components/field.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useAllProductsQuery } from '../features/admin/admin-endpoints.ts';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { BulkEdit } from '../features/admin/bulk-edit.tsx';
import { formatProducts } from '../features/admin/csv.ts';
import { CsvImport } from '../features/admin/csv-import.tsx';
import { saveFile } from '../features/admin/download-csv.ts';
import {
  EMPTY_FILTER,
  filterProducts,
  type ProductFilter,
  type SortKey,
} from '../features/admin/product-filter.ts';
import { ProductTable } from '../features/admin/product-table.tsx';
import { type Patch, usePatchProducts } from '../features/admin/use-patch-products.ts';
import { toastShown } from '../lib/toast-slice.ts';

const PAGE_SIZE = 100;

function Filters(props: { filter: ProductFilter; onChange: (change: Partial<ProductFilter>) => void }) {
  const { data: categories = [] } = useCategoriesQuery();
  const { filter, onChange } = props;
  return (
    <search className="admin-filters">
      <Field
        label="Search products"
        type="search"
        value={filter.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <SelectField
        label="Status"
        value={filter.status}
        onChange={(event) => onChange({ status: event.target.value as ProductFilter['status'] })}
      >
        <option value="">All</option>
        <option value="active">active</option>
        <option value="draft">draft</option>
        <option value="archived">archived</option>
      </SelectField>
      <SelectField
        label="Category"
        value={filter.category}
        onChange={(event) => onChange({ category: event.target.value })}
      >
        <option value="">All</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Stock"
        value={filter.stock}
        onChange={(event) => onChange({ stock: event.target.value as ProductFilter['stock'] })}
      >
        <option value="">Any</option>
        <option value="low">Low in a size</option>
        <option value="none">Sold out</option>
      </SelectField>
    </search>
  );
}

function ProductsPanel() {
  const { data: products, isError, refetch } = useAllProductsQuery();
  const { data: categories = [] } = useCategoriesQuery();
  const [filter, setFilter] = useState(EMPTY_FILTER);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [importing, setImporting] = useState(false);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const dispatch = useDispatch();
  const patch = usePatchProducts();
  const patchInline = async (patches: readonly Patch[], successMessage: string) => {
    const failure = await patch(patches, successMessage);
    if (failure !== undefined) dispatch(toastShown({ text: failure.message, tone: 'error' }));
  };
  const matching = useMemo(() => filterProducts(products ?? [], filter), [products, filter]);
  const selectedProducts = useMemo(() => matching.filter(({ id }) => selected.has(id)), [matching, selected]);
  const sort = (key: SortKey) =>
    setFilter({ ...filter, sort: key, descending: filter.sort === key && !filter.descending });

  if (products === undefined) {
    return isError ? <ErrorState resource="the products" onRetry={refetch} /> : <Skeleton height="24rem" />;
  }
  return (
    <>
      <div className="row">
        <ButtonLink to="/admin/products/new">New product</ButtonLink>
        <Button variant="secondary" aria-expanded={importing} onClick={() => setImporting(!importing)}>
          Import CSV
        </Button>
        <Button variant="secondary" onClick={() => saveFile('products.csv', formatProducts(matching))}>
          Export CSV
        </Button>
      </div>
      {importing && <CsvImport onDone={() => setImporting(false)} />}
      <Filters filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      <p role="status">
        {matching.length} of {products.length} products
      </p>
      {selectedProducts.length > 0 && (
        <BulkEdit
          selected={selectedProducts}
          categories={categories}
          onApply={async (patches) => {
            const count = patches.length === 1 ? '1 product' : `${patches.length} products`;
            const failure = await patch(patches, `${count} changed.`);
            if (failure === undefined) setSelected(new Set());
            return failure;
          }}
        />
      )}
      {matching.length === 0 ? (
        <EmptyState icon="search" title="No products match">
          <Button onClick={() => setFilter(EMPTY_FILTER)}>Clear filters</Button>
        </EmptyState>
      ) : (
        <ProductTable
          products={matching.slice(0, limit)}
          filter={filter}
          selected={selected}
          onSelectionChange={setSelected}
          onSort={sort}
          onPatch={patchInline}
        />
      )}
      {matching.length > limit && (
        <div>
          <Button variant="secondary" onClick={() => setLimit(limit + PAGE_SIZE)}>
            Show {Math.min(PAGE_SIZE, matching.length - limit)} more
          </Button>
        </div>
      )}
    </>
  );
}

/** The /admin/products page. Requires a role; see admin-pages.ts. */
export function Component() {
  return (
    <AdminLayout title="Products">
      <ProductsPanel />
    </AdminLayout>
  );
}
