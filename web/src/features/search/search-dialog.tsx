// Owns the search combobox: products as one types, with arrows, Enter and Escape; recent terms before typing.
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

interface Option {
  readonly key: string;
  readonly path: string;
  /** A product, or a text to search for. */
  readonly product?: ProductCard;
  readonly term?: string;
}

const listingPath = (term: string) => `/shop?q=${encodeURIComponent(term)}`;

function termOption(term: string): Option {
  return { key: `term:${term}`, path: listingPath(term), term };
}

function findOptions(products: readonly ProductCard[], text: string): Option[] {
  const index = getSearchIndex(products);
  const found = index.search(text).flatMap((id) => products.find((product) => product.id === id) ?? []);
  if (found.length === 0) return index.suggest(text).map(termOption);
  const shown = found.slice(0, RESULTS_MAX).map((product) => ({
    key: product.id,
    path: productPath(product.id),
    product,
  }));
  return found.length > RESULTS_MAX ? [...shown, termOption(text)] : shown;
}

function resultSummary(text: string, options: readonly Option[], hasRecent: boolean): string {
  if (text === '') return hasRecent ? 'Recent searches' : 'Type a name, a category, a creature.';
  const products = options.filter((option) => option.product).length;
  if (products > 0) return `${products} ${products === 1 ? 'result' : 'results'}`;
  return options.length > 0 ? 'Nothing found. Did you mean:' : 'Nothing found. Try a shorter word.';
}

function OptionView({ option }: { option: Option }) {
  const { product, term } = option;
  if (product === undefined) return <span>{term}</span>;
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

function SearchCombobox({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const { data: products } = useProductsQuery();
  const text = typed.trim();
  const recent = useMemo(readRecentSearches, []);
  const options = useMemo(
    () => (text === '' ? recent.map(termOption) : products ? findOptions(products, text) : []),
    [products, text, recent],
  );

  const go = (path: string, term: string) => {
    recordRecentSearch(term);
    onDone();
    navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const count = options.length + 1;
      // One place beyond the list is the field itself.
      setActive(((active + 1 + step + count) % count) - 1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = options[active];
      if (chosen) go(chosen.path, chosen.term ?? text);
      else if (text !== '') go(listingPath(text), text);
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
        {resultSummary(text, options, recent.length > 0)}
      </p>
      <div id={listId} role="listbox" aria-label="Results" className="search-options">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
          <div
            key={option.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="search-option"
            onClick={() => go(option.path, option.term ?? text)}
            onPointerMove={() => setActive(index)}
          >
            <OptionView option={option} />
          </div>
        ))}
      </div>
    </div>
  );
}

export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Search" onClose={onClose} className="search-dialog">
      <SearchCombobox onDone={onClose} />
    </Dialog>
  );
}
