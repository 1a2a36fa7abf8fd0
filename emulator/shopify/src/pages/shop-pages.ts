// Owns the pages at /: the catalogue with a search, a product to edit, and the webhooks that follow, as they arrive.

import { gid } from '../core/gid.ts';
import { parseSearchQuery } from '../query/search.ts';
import type { Product } from '../shop/product.ts';
import { totalInventory } from '../shop/product.ts';
import type { Shop } from '../shop/shop.ts';
import type { Delivery, DeliveryQueue } from '../webhooks/delivery-queue.ts';
import { Html, html } from './html.ts';
import type { Page } from './layout.ts';
import { page } from './layout.ts';
import { SHOP_SCRIPT, SHOP_STYLE } from './shop-pages-assets.ts';

const PER_PAGE = 25;
const MOST_DELIVERIES = 30;

/** The catalogue, a page of it. */
export function productListPage(shop: Shop, webhooks: DeliveryQueue, query: URLSearchParams): Page {
  const search = query.get('q') ?? '';
  const found =
    search === '' ? [...shop.products.values()] : [...shop.products.values()].filter(plainSearch(search));
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const current = Math.min(pages, Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1));
  const link = (to: number) => `/?${new URLSearchParams({ q: search, page: String(to) })}`;
  return frame(
    'Products',
    webhooks,
    html`<section class="card" aria-labelledby="catalogue"><h1 id="catalogue">Products <span class="soft">${found.length}</span></h1>
<form class="search" role="search"><label class="visually" for="q">Search by title</label><input id="q" name="q" type="search" value="${search}" placeholder="Search by title"><button class="button" type="submit">Search</button></form>
${
  found.length === 0
    ? html`<p class="soft">Nothing found.</p>`
    : html`<ul class="products">${found.slice((current - 1) * PER_PAGE, current * PER_PAGE).map(
        (
          product,
        ) => html`<li><a href="/products/${product.id}"><img src="${local(product.images[0]?.url)}" alt="" width="48" height="48" loading="lazy"><span class="name">${product.title}<br><span class="soft small">${product.variants.length} × from ${cheapest(product, shop.currencyCode)}</span></span>
<span class="stock">${status(product)}<span class="soft small">${totalInventory(product)} in stock</span></span></a></li>`,
      )}</ul>`
}
<nav class="pages" aria-label="Pages">${current > 1 ? html`<a class="button" href="${link(current - 1)}">Back</a>` : null}<span class="soft">Page ${current} of ${pages}</span>${current < pages ? html`<a class="button" href="${link(current + 1)}">Next</a>` : null}</nav></section>`,
  );
}

/** A product with a form for what can be changed. */
export function productPage(
  webhooks: DeliveryQueue,
  product: Product,
  saved: boolean,
  errors: readonly string[],
): Page {
  return frame(
    product.title,
    webhooks,
    html`<section class="card" aria-labelledby="product"><p><a href="/">All products</a></p><h1 id="product">${product.title}</h1>
<p class="soft small"><code>${gid('Product', product.id)}</code> · changed ${product.updatedAt}</p>
<div role="status">${saved ? html`<p class="notice good">Saved. The webhook is on its way.</p>` : null}</div>
<div role="alert">${errors.length === 0 ? null : html`<ul class="notice">${errors.map((error) => html`<li>${error}</li>`)}</ul>`}</div>
<form method="post" class="edit">
<label for="title">Title</label><input id="title" name="title" value="${product.title}" maxlength="255" required>
<label for="body">Description (HTML)</label><textarea id="body" name="descriptionHtml" rows="4">${product.descriptionHtml}</textarea>
<div class="pair"><div><label for="status">Status</label><select id="status" name="status">${[
      'ACTIVE',
      'DRAFT',
      'ARCHIVED',
      'UNLISTED',
    ].map(
      (value) => html`<option${value === product.status ? new Html(' selected') : null}>${value}</option>`,
    )}</select></div>
<div><label for="tags">Tags</label><input id="tags" name="tags" value="${product.tags.join(', ')}"></div></div>
<div class="scroll"><table><thead><tr><th scope="col">Variant</th><th scope="col">Price</th><th scope="col">Stock</th></tr></thead><tbody>${product.variants.map(
      (
        variant,
      ) => html`<tr><th scope="row">${variant.title}<br><code class="soft small">${variant.sku}</code></th>
<td><input aria-label="Price of ${variant.title}" name="price-${variant.id}" value="${variant.price}" inputmode="decimal"></td>
<td><input aria-label="Stock of ${variant.title}" name="stock-${variant.id}" value="${variant.inventoryQuantity}" inputmode="numeric"></td></tr>`,
    )}</tbody></table></div>
<div class="row"><button class="button primary" type="submit" name="do" value="save">Save</button><button class="button danger" type="submit" name="do" value="delete" formnovalidate>Delete product</button></div>
</form></section>`,
    errors.length === 0 ? 200 : 422,
  );
}

/** Nothing lies at the address. */
export function notFoundPage(webhooks: DeliveryQueue): Page {
  return frame(
    'Not found',
    webhooks,
    html`<section class="card"><h1>Not found</h1><p><a href="/">All products</a></p></section>`,
    404,
  );
}

function frame(title: string, webhooks: DeliveryQueue, content: Html, status = 200): Page {
  return page({
    title: `${title} · Shopify stand-in`,
    status,
    style: SHOP_STYLE,
    script: SHOP_SCRIPT,
    content: html`<a class="skip" href="#main">Skip to content</a>
<header><a href="/" class="brand">Shopify stand-in</a><span class="soft small" id="connection" role="status"></span></header>
<main id="main">${content}
<section class="card" aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2><div id="live">${deliveries(webhooks)}</div></section></main>`,
  });
}

/** The part that refreshes itself. */
function deliveries(webhooks: DeliveryQueue): Html {
  const endpoints = new Set([...webhooks.subscriptions.values()].map(({ uri }) => uri));
  const rows = webhooks.deliveries.slice(-MOST_DELIVERIES).reverse();
  return html`<p class="soft small">${
    endpoints.size === 0
      ? 'No subscription yet. Call webhookSubscriptionCreate, or start with --webhook-url.'
      : html`To ${[...endpoints].join(', ')}`
  }</p>${
    rows.length === 0
      ? html`<p class="soft">Nothing was sent yet. Change a product to see it arrive.</p>`
      : html`<ol class="deliveries">${rows.map(
          (
            delivery,
          ) => html`<li><details id="d-${delivery.webhookId}-${delivery.note ?? 'first'}"><summary><strong>${delivery.topic}</strong>${badge(delivery)}<span class="soft small">${answer(delivery)}</span></summary>
<p class="soft small">Webhook id <code>${delivery.webhookId}</code></p><pre tabindex="0">${pretty(delivery.body)}</pre></details>
<button class="button" data-post="/_savepoint/deliveries/${delivery.webhookId}/resend" aria-label="Resend ${delivery.topic}">Resend</button></li>`,
        )}</ol>`
  }`;
}

function cheapest(product: Product, currency: string): string {
  const amount = Math.min(...product.variants.map(({ price }) => Number(price)));
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    Number.isFinite(amount) ? amount : 0,
  );
}

function status(product: Product): Html {
  return html`<span class="badge ${product.status === 'ACTIVE' ? 'good' : ''}">${product.status.toLowerCase()}</span>`;
}

function badge(delivery: Delivery): Html {
  const tone =
    delivery.status === 'delivered'
      ? 'good'
      : delivery.status === 'failed' || delivery.status === 'dropped'
        ? 'bad'
        : 'plain';
  return html`<span class="badge ${tone}">${delivery.status}</span>`;
}

function answer(delivery: Delivery): string {
  const last = delivery.attempts.at(-1);
  const times = delivery.attempts.length > 1 ? `, attempt ${delivery.attempts.length}` : '';
  if (last === undefined) return '';
  return `${last.error ?? (last.status === null ? 'sending' : `${last.status} in ${last.durationMs} ms`)}${times}`;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Words looked for in the title; the API's search syntax is for the API. */
function plainSearch(text: string): (product: Product) => boolean {
  const filters = text.split(/\s+/).map((word) => parseSearchQuery(`'${word.replaceAll("'", '')}'`));
  return (product) => filters.every((filter) => filter(product));
}

/** The picture's path, so that it loads whatever name the page was opened under. */
function local(url: string | undefined): string {
  return url === undefined ? 'data:,' : (URL.parse(url)?.pathname ?? 'data:,');
}
