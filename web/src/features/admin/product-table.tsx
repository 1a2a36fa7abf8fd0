import { PRICE_MAX_DOLLARS, type Product, STOCK_MAX } from '@savepoint/model/product';
import { useCategoriesQuery } from '../../api/catalogue-endpoints.ts';
import { ShopLink } from '../../components/shop-link.tsx';
import { classNames } from '../../lib/class-names.ts';
import { adminProductPath } from './admin-pages.ts';
import { InlineNumberField } from './inline-number-field.tsx';
import type { ProductFilter, SortKey } from './product-filter.ts';
import { Thumbnail } from './thumbnail.tsx';
import type { Patch } from './use-patch-products.ts';

const COLUMNS: readonly (readonly [SortKey, string])[] = [
  ['name', 'Name'],
  ['status', 'Status'],
  ['price', 'Price $'],
  ['stock', 'Stock'],
];

/** The color of the tag of a status. */
export const STATUS_TAGS = { active: 'tag-mint', draft: 'tag-sun', archived: 'tag-coral' } as const;

interface ProductTableProps {
  readonly products: readonly Product[];
  readonly filter: ProductFilter;
  readonly selected: ReadonlySet<string>;
  readonly onSelectionChange: (ids: ReadonlySet<string>) => void;
  readonly onSort: (key: SortKey) => void;
  readonly onPatch: (patches: readonly Patch[], successMessage: string) => void;
}

function StockCell({ product, onPatch }: Pick<ProductTableProps, 'onPatch'> & { product: Product }) {
  return (
    <div className="admin-stock">
      {product.variants.map((variant, index) => (
        <span key={variant.size ?? ''} className="admin-stock-size">
          {variant.size !== undefined && <span aria-hidden>{variant.size}</span>}
          <InlineNumberField
            label={`Stock of ${product.name}${variant.size === undefined ? '' : `, size ${variant.size}`}`}
            value={variant.stock}
            decimals={0}
            min={0}
            max={STOCK_MAX}
            onChange={(stock) =>
              onPatch(
                [
                  {
                    product,
                    changes: {
                      variants: product.variants.map((other, at) =>
                        at === index ? { ...other, stock } : other,
                      ),
                    },
                  },
                ],
                `Stock of ${product.name} saved.`,
              )
            }
          />
        </span>
      ))}
    </div>
  );
}

function ProductRow({
  product,
  ...props
}: ProductTableProps & { product: Product; categoryNames: ReadonlyMap<string, string> }) {
  const status = product.status ?? 'active';
  const toggle = () => {
    const next = new Set(props.selected);
    if (!next.delete(product.id)) next.add(product.id);
    props.onSelectionChange(next);
  };
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          className="admin-check"
          aria-label={`Select ${product.name}`}
          checked={props.selected.has(product.id)}
          onChange={toggle}
        />
      </td>
      <th scope="row">
        <div className="admin-with-thumbnail">
          <Thumbnail src={product.image} />
          <div>
            <ShopLink to={adminProductPath(product.id)}>{product.name}</ShopLink>
            <span className="muted admin-small">
              {props.categoryNames.get(product.category) ?? product.category}
              {product.source === 'shopify' && ' · synced'}
            </span>
          </div>
        </div>
      </th>
      <td>
        <span className={classNames('tag', STATUS_TAGS[status])}>{status}</span>
      </td>
      <td data-label="Price $">
        <InlineNumberField
          label={`Price of ${product.name}`}
          value={product.price}
          decimals={2}
          min={0.01}
          max={PRICE_MAX_DOLLARS}
          onChange={(price) =>
            props.onPatch([{ product, changes: { price } }], `Price of ${product.name} saved.`)
          }
        />
      </td>
      <td>
        <StockCell product={product} onPatch={props.onPatch} />
      </td>
    </tr>
  );
}

/** The products with inline editing of price and stock, and a checkbox per row for bulk edits. */
export function ProductTable(props: ProductTableProps) {
  const { products, filter, selected } = props;
  const { data: categories = [] } = useCategoriesQuery();
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
  const all = products.length > 0 && products.every(({ id }) => selected.has(id));
  return (
    <section className="admin-scroll" aria-label="Products">
      <table className="admin-table admin-products admin-cards">
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                className="admin-check"
                aria-label="Select all shown"
                checked={all}
                onChange={() => props.onSelectionChange(new Set(all ? [] : products.map(({ id }) => id)))}
              />
            </th>
            {COLUMNS.map(([key, label]) => (
              <th
                key={key}
                scope="col"
                aria-sort={filter.sort === key ? (filter.descending ? 'descending' : 'ascending') : undefined}
              >
                <button type="button" className="admin-sort" onClick={() => props.onSort(key)}>
                  {label}
                  <span aria-hidden>{filter.sort === key && (filter.descending ? ' ↓' : ' ↑')}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <ProductRow categoryNames={categoryNames} key={product.id} {...props} product={product} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
