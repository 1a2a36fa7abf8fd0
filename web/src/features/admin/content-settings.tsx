import {
  type ContentLink,
  type ContentSettings,
  type HomeRow,
  PICKED_MAX,
  SHOP_LINKS,
} from '@savepoint/model/content';
import { LINKABLE_PATHS } from '@savepoint/model/content-links';
import { useId, useState } from 'react';
import { useCategoriesQuery } from '../../api/catalogue-endpoints.ts';
import { IconButton } from '../../components/button.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { useAllProductsQuery } from './admin-endpoints.ts';
import { SettingsEditor } from './settings-editor.tsx';
import { ListButton, SettingsText, SettingsTextArea, useEditor } from './settings-fields.tsx';
import type { Path } from './typed-values.ts';

const ROW_NAMES: Readonly<Record<HomeRow['kind'], string>> = {
  featured: 'Featured products',
  bestsellers: 'Bestsellers',
  sale: 'Products on sale',
  category: 'Products of a category',
  picked: 'Products that you pick',
  categories: 'Categories',
  lifestyle: 'The large picture',
  reviews: 'Newest reviews',
  recent: 'Recently viewed',
};

const PLACEHOLDER_HINT =
  '{freeShippingOver} becomes the value above which standard delivery at home is free.';

/** Suggested link targets. */
const LINKS_ID = 'settings-links';

function LinkFields({ path, label }: { path: Path; label: string }) {
  return (
    <>
      <SettingsText label={`${label}: words`} path={[...path, 'label']} />
      <SettingsText label={`${label}: address`} list={LINKS_ID} path={[...path, 'to']} />
    </>
  );
}

/** Buttons that move or remove an entry of a list. */
function MoveButtons({ path, index, name }: { path: Path; index: number; name: string }) {
  const { get, set, removeEntry } = useEditor();
  const entries = get<readonly unknown[]>(path);
  const move = (by: -1 | 1) => {
    const next = [...entries];
    next.splice(index + by, 0, ...next.splice(index, 1));
    set(path, next);
  };
  return (
    <div className="row">
      <IconButton label={`Move ${name} up`} disabled={index === 0} onClick={() => move(-1)}>
        <Icon name="up" />
      </IconButton>
      <IconButton label={`Move ${name} down`} disabled={index === entries.length - 1} onClick={() => move(1)}>
        <Icon name="chevron" />
      </IconButton>
      <IconButton label={`Remove ${name}`} onClick={() => removeEntry(path, index)}>
        <Icon name="trash" />
      </IconButton>
    </div>
  );
}

function Announcement() {
  const { get, set } = useEditor();
  const isShown = get<ContentSettings['announcement']>(['announcement']) !== undefined;
  return (
    <section className="card stack" aria-labelledby="content-announcement">
      <h2 id="content-announcement">Announcement</h2>
      <label className="choice">
        <input
          type="checkbox"
          checked={isShown}
          onChange={({ target }) => set(['announcement'], target.checked ? { text: '' } : undefined)}
        />
        Show a line above every page
      </label>
      {isShown && (
        <div className="settings-row">
          <SettingsText label="Announcement" hint={PLACEHOLDER_HINT} path={['announcement', 'text']} />
          <SettingsText
            label="Leads to (optional)"
            list={LINKS_ID}
            path={['announcement', 'to']}
            isOptional
          />
        </div>
      )}
    </section>
  );
}

function Hero() {
  const { form, get, set } = useEditor();
  const { data: products = [] } = useAllProductsQuery();
  return (
    <section className="card stack" aria-labelledby="content-hero">
      <h2 id="content-hero">Hero of the home page</h2>
      <SettingsText label="Headline" path={['hero', 'title']} />
      <SettingsTextArea label="Text" rows={2} path={['hero', 'text']} />
      <SelectField
        label="Product"
        {...form.field('hero.product')}
        value={get<string | undefined>(['hero', 'product']) ?? ''}
        onChange={({ target }) => set(['hero', 'product'], target.value || undefined)}
      >
        <option value="">The first bestseller</option>
        {products
          .filter(({ status }) => (status ?? 'active') === 'active')
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <div className="settings-row">
        <LinkFields label="Second button" path={['hero', 'link']} />
      </div>
      <fieldset className="admin-rows">
        <legend className="field-label">Promises, below and in the footer</legend>
        {get<readonly string[]>(['promises']).map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
          <SettingsText key={index} label={`Promise ${index + 1}`} path={['promises', index]} />
        ))}
      </fieldset>
    </section>
  );
}

function Row({ index }: { index: number }) {
  const { form, get, set } = useEditor();
  const { data: categories = [] } = useCategoriesQuery();
  const path = ['rows', index];
  const row = get<HomeRow>(path);
  const name = `row ${index + 1}`;
  const setKind = (kind: HomeRow['kind']) => {
    const title = ('title' in row && row.title) || ROW_NAMES[kind];
    if (kind === 'lifestyle') set(path, { kind });
    else if (kind === 'picked') set(path, { kind, title, products: [] });
    else if (kind === 'category') set(path, { kind, title, category: categories[0]?.id ?? '' });
    else set(path, { kind, title });
  };
  return (
    <div className="settings-row">
      <SelectField
        label={`Row ${index + 1}`}
        {...form.field([...path, 'kind'].join('.'))}
        value={row.kind}
        onChange={({ target }) => setKind(target.value as HomeRow['kind'])}
      >
        {Object.entries(ROW_NAMES).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      {row.kind !== 'lifestyle' && <SettingsText label={`Title of ${name}`} path={[...path, 'title']} />}
      {row.kind === 'category' && (
        <SelectField
          label={`Category of ${name}`}
          {...form.field([...path, 'category'].join('.'))}
          value={row.category}
          onChange={({ target }) => set([...path, 'category'], target.value)}
        >
          {categories.map(({ id, name: each }) => (
            <option key={id} value={id}>
              {each}
            </option>
          ))}
        </SelectField>
      )}
      <MoveButtons path={['rows']} index={index} name={name} />
      {row.kind === 'picked' && <PickedProducts path={[...path, 'products']} name={name} />}
    </div>
  );
}

/** The products of a row, in order, and a search to add one. */
function PickedProducts({ path, name }: { path: Path; name: string }) {
  const { form, get, set } = useEditor();
  const { data: products = [] } = useAllProductsQuery();
  const [typed, setTyped] = useState('');
  const listId = useId();
  const picked = get<readonly { readonly product: string }[]>(path);
  const nameOf = (id: string) => products.find((product) => product.id === id)?.name ?? id;
  const isFull = picked.length >= PICKED_MAX;
  const open = products.filter(
    ({ id, status }) => (status ?? 'active') === 'active' && !picked.some(({ product }) => product === id),
  );
  const add = (text: string) => {
    const found = open.find((product) => product.name.toLowerCase() === text.trim().toLowerCase());
    setTyped(found === undefined ? text : '');
    if (found !== undefined) set(path, [...picked, { product: found.id }]);
  };
  return (
    <div className="settings-picked stack">
      <Field
        label={`Add a product to ${name}`}
        hint={
          isFull ? `A row has at most ${PICKED_MAX} products.` : 'Type a part of its name, and choose it.'
        }
        {...form.field(path.join('.'))}
        autoComplete="off"
        list={listId}
        disabled={isFull}
        value={typed}
        onChange={({ target }) => add(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const matches = open.filter((product) =>
            product.name.toLowerCase().includes(typed.trim().toLowerCase()),
          );
          if (typed.trim() !== '' && matches[0] !== undefined) add(matches[0].name);
        }}
      />
      <datalist id={listId}>
        {open.map((product) => (
          <option key={product.id} value={product.name} />
        ))}
      </datalist>
      <ol className="admin-rows">
        {picked.map(({ product }, index) => (
          <li key={product} className="row settings-picked-row">
            <span>{nameOf(product)}</span>
            <MoveButtons path={path} index={index} name={nameOf(product)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The links below Shop in the header. */
function Navigation() {
  const { get, set } = useEditor();
  const path = ['navigation'];
  const links = get<readonly ContentLink[] | undefined>(path);
  return (
    <section className="card stack" aria-labelledby="content-navigation">
      <h2 id="content-navigation">Header</h2>
      <label className="choice">
        <input
          type="checkbox"
          checked={links !== undefined}
          onChange={({ target }) => set(path, target.checked ? SHOP_LINKS : undefined)}
        />
        Choose the links below Shop
      </label>
      {links?.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
        <div key={at} className="settings-row">
          <LinkFields label={`Link ${at + 1} below Shop`} path={[...path, at]} />
          <MoveButtons path={path} index={at} name={`link ${at + 1} below Shop`} />
        </div>
      ))}
      {links !== undefined && (
        <ListButton path={path} onClick={() => set(path, [...links, { label: '', to: '/shop' }])}>
          Add a link below Shop
        </ListButton>
      )}
    </section>
  );
}

function Rows() {
  const { get, set } = useEditor();
  const rows = get<readonly HomeRow[]>(['rows']);
  return (
    <section className="card stack" aria-labelledby="content-rows">
      <h2 id="content-rows">Rows of the home page</h2>
      {rows.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
        <Row key={index} index={index} />
      ))}
      <ListButton
        path={['rows']}
        onClick={() => set(['rows'], [...rows, { kind: 'featured', title: ROW_NAMES.featured }])}
      >
        Add a row
      </ListButton>
    </section>
  );
}

function FooterColumn({ index }: { index: number }) {
  const { get, set } = useEditor();
  const path = ['footer', 'columns', index];
  const links = get<readonly ContentLink[]>([...path, 'links']);
  return (
    <fieldset className="admin-rows">
      <legend className="field-label">Column {index + 1}</legend>
      <SettingsText label={`Title of column ${index + 1}`} path={[...path, 'title']} />
      {links.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
        <div key={at} className="settings-row">
          <LinkFields label={`Link ${at + 1}`} path={[...path, 'links', at]} />
          <MoveButtons path={[...path, 'links']} index={at} name={`link ${at + 1} of column ${index + 1}`} />
        </div>
      ))}
      <ListButton
        path={[...path, 'links']}
        onClick={() => set([...path, 'links'], [...links, { label: '', to: '/' }])}
      >
        Add a link
      </ListButton>
    </fieldset>
  );
}

function Footer() {
  const columns = useEditor().get<ContentSettings['footer']['columns']>(['footer', 'columns']);
  return (
    <section className="card stack" aria-labelledby="content-footer">
      <h2 id="content-footer">Footer</h2>
      <SettingsText label="Tagline" path={['footer', 'tagline']} />
      {columns.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of all rows are in the editor
        <FooterColumn key={index} index={index} />
      ))}
    </section>
  );
}

function Links() {
  const { data: categories = [] } = useCategoriesQuery();
  const paths = [...LINKABLE_PATHS, ...categories.map(({ id }) => `/shop/${id}`)];
  return (
    <datalist id={LINKS_ID}>
      {paths.map((path) => (
        <option key={path} value={path} />
      ))}
    </datalist>
  );
}

/** The texts and rows of the home page, the announcement, and the links of header and footer. */
export function ContentSettingsPanel() {
  return (
    <SettingsEditor section="content" title="Content" previewPath="/">
      <Links />
      <Announcement />
      <Hero />
      <Rows />
      <Navigation />
      <Footer />
    </SettingsEditor>
  );
}
