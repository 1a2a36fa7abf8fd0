// Owns what search engines and link previews read of a product: title, description, Open Graph, canonical address and
// structured data, put into the web app's own page. Pure: page and product in, page out. Vocabulary: schema.org Product,
// Offer, AggregateRating, BreadcrumbList; the Open Graph protocol.
import { formatCents, toCents } from '@savepoint/model/money';
import type { ProductFields } from '@savepoint/model/product';

const SHOP = 'Savepoint';
const DESCRIPTION_MAX = 160;

export type PageProduct = Pick<
  ProductFields,
  'name' | 'description' | 'image' | 'price' | 'inStock' | 'rating' | 'reviews' | 'category'
>;

/** The page of a product. Text from the catalogue cannot end a tag or a script. */
export function productPage(shell: string, id: string, product: PageProduct, shopUrl: string): string {
  const url = `${shopUrl}/product/${encodeURIComponent(id)}`;
  const image = new URL(product.image, shopUrl).href;
  const title = `${product.name} | ${SHOP}`;
  const description = shorten(
    product.description || `${product.name} for ${formatCents(toCents(product.price))}.`,
  );
  const tags = [
    `<link rel="canonical" href="${attribute(url)}" />`,
    property('og:type', 'product'),
    property('og:site_name', SHOP),
    property('og:title', product.name),
    property('og:description', description),
    property('og:url', url),
    property('og:image', image),
    property('product:price:amount', product.price.toFixed(2)),
    property('product:price:currency', 'USD'),
    '<meta name="twitter:card" content="summary_large_image" />',
    structured(productData(product, id, url, image)),
    structured(breadcrumbs(product, url, shopUrl)),
  ];
  return intoHead(shell, title, description, tags);
}

/** The page of an address without a product: not to be indexed. */
export function missingPage(shell: string): string {
  return intoHead(shell, `Page Not Found | ${SHOP}`, 'This page does not exist.', [
    '<meta name="robots" content="noindex" />',
  ]);
}

export function sitemap(
  shopUrl: string,
  productIds: readonly string[],
  categoryIds: readonly string[],
): string {
  const paths = [
    '/',
    '/shop',
    ...categoryIds.map((id) => `/shop/${encodeURIComponent(id)}`),
    '/shop/sale',
    '/about',
    '/contact',
    '/faq',
    '/shipping',
    '/privacy',
    '/terms',
    ...productIds.map((id) => `/product/${encodeURIComponent(id)}`),
  ];
  const urls = paths.map((path) => `  <url><loc>${attribute(shopUrl + path)}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

function productData(product: PageProduct, id: string, url: string, image: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: [image],
    sku: id,
    brand: { '@type': 'Brand', name: SHOP },
    offers: {
      '@type': 'Offer',
      url,
      price: product.price.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
    },
    ...(product.reviews > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.rating,
            reviewCount: product.reviews,
            bestRating: 5,
            worstRating: 1,
          },
        }
      : {}),
  };
}

function breadcrumbs(product: PageProduct, url: string, shopUrl: string): object {
  const steps = [
    ['Shop', `${shopUrl}/shop`],
    [product.category.replace(/-/g, ' '), `${shopUrl}/shop/${product.category}`],
    [product.name, url],
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, item], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item,
    })),
  };
}

function intoHead(shell: string, title: string, description: string, tags: readonly string[]): string {
  const meta = `<meta name="description" content="${attribute(description)}" />`;
  const withTitle = shell.replace(/<title>[\s\S]*?<\/title>/, () => `<title>${attribute(title)}</title>`);
  const described = /<meta\s+name="description"[^>]*>/.test(withTitle)
    ? withTitle.replace(/<meta\s+name="description"[^>]*>/, () => meta)
    : withTitle.replace('</head>', () => `${meta}\n</head>`);
  return described.replace('</head>', () => `${tags.join('\n')}\n</head>`);
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${attribute(content)}" />`;
}

function structured(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`;
}

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function shorten(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= DESCRIPTION_MAX
    ? flat
    : `${flat.slice(0, DESCRIPTION_MAX - 1).replace(/\s\S*$/, '')}…`;
}
