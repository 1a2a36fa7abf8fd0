import {
  DELIVERY_FAULT_BUTTONS,
  type FaultButton,
  faultsSection,
} from '@savepoint/server/pages/faults-section';
import type { Html, Page } from '@savepoint/server/pages/layout';
import { page } from '@savepoint/server/pages/layout';
import { LIVE_PAGE_SCRIPT } from '@savepoint/server/pages/live-page-script';
import { html } from 'hono/html';
import { gid } from '../core/gid.ts';
import { parseSearchQuery } from '../query/search.ts';
import type { Product, ProductStatus, Variant } from '../shop/product.ts';
import { totalInventory } from '../shop/product.ts';
import type { Shop } from '../shop/shop.ts';
import { noFaults } from '../webhooks/shopify-faults.ts';
import type { WebhookDelivery, WebhookDeliveryQueue } from '../webhooks/webhook-delivery-queue.ts';
import { SHOP_STYLE } from './shop-style.ts';

/** The buttons for faults of the API. */
const API_FAULT_BUTTONS: readonly FaultButton[] = [
  { label: 'Fail the next page of products', faults: { failPage: 1 } },
  { label: 'Throttle the next query', faults: { throttleNext: 1 } },
  { label: 'Fail the next bulk operation', faults: { bulkFailNext: 1 } },
  { label: 'Delay the API by 3 s', faults: { apiDelayMs: 3000 } },
];
const STATUSES: readonly ProductStatus[] = ['ACTIVE', 'DRAFT', 'ARCHIVED', 'UNLISTED'];
const PAGE_SIZE = 25;
const MAX_DELIVERIES = 30;

/** A page of the product list, with a title search. `query` may contain `q` and `page`. */
export function productListPage(shop: Shop, webhooks: WebhookDeliveryQueue, query: URLSearchParams): Page {
  const search = query.get('q') ?? '';
  const products =
    search === '' ? [...shop.products.values()] : [...shop.products.values()].filter(titleFilter(search));
  const pages = Math.max(1, Math.ceil(products.length / PAGE_SIZE));
  const current = Math.min(pages, Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1));
  const link = (to: number, label: string) =>
    html`<a class="button" href="/?${new URLSearchParams({ q: search, page: String(to) })}">${label}</a>`;
  const shown = products.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE);
  return shopLayout(
    'Products',
    webhooks,
    html`<section class="card" aria-labelledby="catalogue">
      <h1 id="catalogue">Products <span class="soft">${products.length}</span></h1>
      <form class="search" role="search">
        <label class="visually-hidden" for="q">Search by title</label>
        <input id="q" name="q" type="search" value="${search}" placeholder="Search by title">
        <button class="button" type="submit">Search</button>
      </form>
      ${shown.length === 0 ? html`<p class="soft">Nothing found.</p>` : productList(shown, shop.currencyCode)}
      <nav class="pages" aria-label="Product pages">
        ${current > 1 && link(current - 1, 'Back')}
        <span class="soft">Page ${current} of ${pages}</span>
        ${current < pages && link(current + 1, 'Next')}
      </nav>
    </section>`,
  );
}

function productList(products: readonly Product[], currency: string): Html {
  return html`<ul class="products">${products.map((product) => productRow(product, currency))}</ul>`;
}

function productRow(product: Product, currency: string): Html {
  const { id, title, variants, images } = product;
  const prices = html`<span class="soft small">${variants.length} × from ${lowestPrice(product, currency)}</span>`;
  return html`<li>
    <a href="/products/${id}">
      <img src="${localPath(images[0]?.url)}" alt="" width="48" height="48" loading="lazy">
      <span class="name">${title}<br>${prices}</span>
      <span class="stock">
        ${statusBadge(product)}
        <span class="soft small">${totalInventory(product)} in stock</span>
      </span>
    </a>
  </li>`;
}

/**
 * A product with a form for editing or deleting it. `saved` shows a confirmation; with `errors` the
 * status is 422.
 */
export function productPage(
  webhooks: WebhookDeliveryQueue,
  product: Product,
  saved: boolean,
  errors: readonly string[],
): Page {
  return shopLayout(
    product.title,
    webhooks,
    html`<section class="card" aria-labelledby="product">
      <p><a href="/">All products</a></p>
      <h1 id="product">${product.title}</h1>
      <p class="soft small"><code>${gid('Product', product.id)}</code> · changed ${product.updatedAt}</p>
      <div role="status">
        ${saved && html`<p class="notice good">Saved. The webhook is on its way.</p>`}
      </div>
      <div role="alert">
        ${errors.length > 0 && html`<ul class="notice">${errors.map((error) => html`<li>${error}</li>`)}</ul>`}
      </div>
      ${productForm(product)}
    </section>`,
    errors.length === 0 ? 200 : 422,
  );
}

function productForm({ title, descriptionHtml, status, tags, variants }: Product): Html {
  const statuses = STATUSES.map((value) => html`<option ${value === status && 'selected'}>${value}</option>`);
  return html`<form method="post" class="edit">
    <label for="title">Title</label>
    <input id="title" name="title" value="${title}" maxlength="255" required>
    <label for="body">Description (HTML)</label>
    <textarea id="body" name="descriptionHtml" rows="4">${descriptionHtml}</textarea>
    <div class="pair">
      <div>
        <label for="status">Status</label>
        <select id="status" name="status">${statuses}</select>
      </div>
      <div>
        <label for="tags">Tags</label>
        <input id="tags" name="tags" value="${tags.join(', ')}">
      </div>
    </div>
    <div class="scroll">
      <table>
        <thead>
          <tr><th scope="col">Variant</th><th scope="col">Price</th><th scope="col">Stock</th></tr>
        </thead>
        <tbody>${variants.map(variantRow)}</tbody>
      </table>
    </div>
    <div class="row">
      <button class="button primary" type="submit" name="do" value="save">Save</button>
      <button class="button danger" type="submit" name="do" value="delete" formnovalidate>Delete product</button>
    </div>
  </form>`;
}

function variantRow({ id, title, sku, price, inventoryQuantity: stock }: Variant): Html {
  return html`<tr>
    <th scope="row">${title}<br><code class="soft small">${sku}</code></th>
    <td><input aria-label="Price of ${title}" name="price-${id}" value="${price}" inputmode="decimal"></td>
    <td><input aria-label="Stock of ${title}" name="stock-${id}" value="${stock}" inputmode="numeric"></td>
  </tr>`;
}

/** The page for an unknown URL. */
export function notFoundPage(webhooks: WebhookDeliveryQueue): Page {
  return shopLayout(
    'Not found',
    webhooks,
    html`<section class="card">
      <h1>Not found</h1>
      <p><a href="/">All products</a></p>
    </section>`,
    404,
  );
}

function shopLayout(title: string, webhooks: WebhookDeliveryQueue, content: Html, status = 200): Page {
  return page({
    title: `${title} · Shopify emulator`,
    status,
    style: SHOP_STYLE,
    script: LIVE_PAGE_SCRIPT,
    content: html`<a class="skip" href="#main">Skip to content</a>
      <header>
        <a href="/" class="brand">Shopify emulator</a>
        <span class="soft small" id="connection" role="status"></span>
      </header>
      <main id="main">
        ${content}
        <div id="live">
          <section class="card" aria-labelledby="webhooks">
            <h2 id="webhooks">Webhooks</h2>
            ${deliveryList(webhooks)}
          </section>
          ${faultsSection({
            faults: { ...webhooks.faults },
            off: { ...noFaults() },
            buttons: [...DELIVERY_FAULT_BUTTONS, ...API_FAULT_BUTTONS],
            heldDeliveries: webhooks.deliveries.filter(({ status }) => status === 'held').length,
          })}
        </div>
      </main>`,
  });
}

/** The list of deliveries, which the page's script refreshes. */
function deliveryList(webhooks: WebhookDeliveryQueue): Html {
  const endpoints = new Set([...webhooks.subscriptions.values()].map(({ uri }) => uri));
  const rows = webhooks.deliveries.slice(-MAX_DELIVERIES).reverse();
  const receivers =
    endpoints.size === 0
      ? 'No subscription yet. Call webhookSubscriptionCreate, or start with --webhook-url.'
      : `To ${[...endpoints].join(', ')}`;
  return html`<p class="soft small">${receivers}</p>
    ${
      rows.length === 0
        ? html`<p class="soft">No webhook was sent yet. Change a product to send one.</p>`
        : html`<ol class="deliveries">${rows.map(deliveryRow)}</ol>`
    }`;
}

function deliveryRow(delivery: WebhookDelivery): Html {
  const { webhookId: id, note, topic, body } = delivery;
  return html`<li>
    <details id="d-${id}-${note ?? 'first'}">
      <summary>
        <strong>${topic}</strong>${deliveryBadge(delivery)}<span class="soft small">${lastAttempt(delivery)}</span>
      </summary>
      <p class="soft small">Webhook id <code>${id}</code></p>
      <pre tabindex="0">${formatJson(body)}</pre>
    </details>
    <button class="button" data-post="/_savepoint/deliveries/${id}/resend" aria-label="Resend ${topic}">Resend</button>
  </li>`;
}

function lowestPrice(product: Product, currency: string): string {
  const amount = Math.min(...product.variants.map(({ price }) => Number(price)));
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    Number.isFinite(amount) ? amount : 0,
  );
}

function statusBadge(product: Product): Html {
  return html`<span class="badge ${product.status === 'ACTIVE' ? 'good' : ''}">${product.status.toLowerCase()}</span>`;
}

function deliveryBadge(delivery: WebhookDelivery): Html {
  const tone =
    delivery.status === 'delivered'
      ? 'good'
      : delivery.status === 'failed' || delivery.status === 'dropped'
        ? 'bad'
        : 'plain';
  return html`<span class="badge ${tone}">${delivery.status}</span>`;
}

function lastAttempt(delivery: WebhookDelivery): string {
  const last = delivery.attempts.at(-1);
  const times = delivery.attempts.length > 1 ? `, attempt ${delivery.attempts.length}` : '';
  if (last === undefined) return '';
  return `${last.error ?? (last.status === null ? 'sending' : `${last.status} in ${last.durationMs} ms`)}${times}`;
}

function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Matches titles that contain every word of the text. Does not support the API's search syntax. */
function titleFilter(text: string): (product: Product) => boolean {
  const filters = text.split(/\s+/).map((word) => parseSearchQuery(`'${word.replaceAll("'", '')}'`));
  return (product) => filters.every((filter) => filter(product));
}

/**
 * The path of an image URL, so that the image loads under any host name with which the page was
 * opened.
 */
function localPath(url: string | undefined): string {
  return url === undefined ? 'data:,' : (URL.parse(url)?.pathname ?? 'data:,');
}
