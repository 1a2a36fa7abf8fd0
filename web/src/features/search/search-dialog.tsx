import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ProductCard, useProductsQuery } from '../../api/catalogue-endpoints.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Price } from '../../components/price.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { productPath } from '../../lib/paths.ts';
import { readRecentSearches, recordRecentSearch } from './recent-searches.ts';
import { getSearchIndex } from './search-index.ts';
import './search-dialog.css';

const RESULTS_MAX = 6;
const NO_OPTIONS: readonly Option[] = [];

interface Option {
  readonly key: string;
  readonly path: string;
  /** An option is a product or a search term. */
  readonly product?: ProductCard;
  readonly term?: string;
  /** Shown instead of the term. */
  readonly label?: string;
}

interface Found {
  readonly options: readonly Option[];
  /** The number of matching products, shown or not. */
  readonly total: number;
}

const listingPath = (term: string) => `/shop?q=${encodeURIComponent(term)}`;

function termOption(term: string): Option {
  return { key: `term:${term}`, path: listingPath(term), term };
}

function find(products: readonly ProductCard[], text: string): Found {
  const index = getSearchIndex(products);
  const ids = index.search(text);
  if (ids.length === 0) return { options: index.suggest(text).map(termOption), total: 0 };
  const options: Option[] = ids
    .slice(0, RESULTS_MAX)
    .flatMap((id) => products.find((product) => product.id === id) ?? [])
    .map((product) => ({ key: product.id, path: productPath(product.id), product }));
  const all = { ...termOption(text), label: `See all ${ids.length} results for “${text}”` };
  return { options: ids.length > RESULTS_MAX ? [...options, all] : options, total: ids.length };
}

function resultSummary(text: string, { options, total }: Found, hasRecent: boolean): string {
  if (text === '') return hasRecent ? 'Recent searches' : 'Search by motif, color or type of product.';
  if (total > 0) return `${total} ${total === 1 ? 'result' : 'results'}`;
  return options.length > 0 ? 'Nothing found. Did you mean:' : 'Nothing found. Try a shorter word.';
}

function OptionView({ option }: { option: Option }) {
  const { product, term, label } = option;
  if (product === undefined) return <span>{label ?? term}</span>;
  return (
    <>
      <span className="image-frame">
        <ProductImage src={product.image} alt="" size="thumbnail" />
      </span>
      <span className="search-name">{product.name}</span>
      <Price price={product.price} compareAtPrice={product.compareAtPrice} />
    </>
  );
}

function SearchCombobox({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const { data: products } = useProductsQuery();
  const text = typed.trim();
  const recent = useMemo(readRecentSearches, []);
  const found = useMemo<Found | undefined>(() => {
    if (text === '') return { options: recent.map(termOption), total: 0 };
    return products && find(products, text);
  }, [products, text, recent]);
  const options = found?.options ?? NO_OPTIONS;

  const goTo = (path: string, term: string) => {
    recordRecentSearch(term);
    onClose();
    navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const count = options.length + 1;
      // The position after the last option is the input itself.
      setActive(((active + 1 + step + count) % count) - 1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const selected = options[active];
      if (selected) goTo(selected.path, selected.term ?? text);
      else if (text !== '') goTo(listingPath(text), text);
    }
  };
  return (
    <div className="search">
      <input
        data-autofocus
        className="input"
        role="combobox"
        aria-label="Search products"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        placeholder="Search products"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <p className="search-summary" role="status">
        {found === undefined ? 'Searching…' : resultSummary(text, found, recent.length > 0)}
      </p>
      <div id={listId} role="listbox" aria-label="Results" className="search-options">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            key={option.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="search-option"
            onClick={() => goTo(option.path, option.term ?? text)}
            onPointerMove={() => setActive(index)}
          >
            <OptionView option={option} />
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * Product search as a combobox: results while typing, recent searches before; arrow keys, Enter and
 * Escape work.
 */
export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Search" onClose={onClose} className="search-dialog">
      <SearchCombobox onClose={onClose} />
    </Dialog>
  );
}
