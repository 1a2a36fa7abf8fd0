// Question: does a product's page carry all its metadata, and can text from the catalogue never become markup?
import { describe, expect, it } from 'vitest';
import { missingPage, productPage, sitemap } from './product-page.ts';

const SHELL =
  '<!doctype html><html><head><title>Shop</title><meta name="description" content="old" /><!--head--></head><body></body></html>';
const product = {
  name: 'Tee "$&" </title><script>x</script>',
  description: `Nice. </script><script>alert(1)</script> ${'word '.repeat(80)}`,
  image: '/art/tee.webp',
  price: 45,
  inStock: true,
  rating: 4.5,
  reviews: 10,
  category: 'limited-editions',
};

describe('a product page', () => {
  const page = productPage(SHELL, 'tee', product, 'https://shop.test');
  const data = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map((found) =>
    JSON.parse(found[1] ?? ''),
  );

  it('has canonical address, Open Graph and a short description', () => {
    expect(page).toContain('<link rel="canonical" href="https://shop.test/product/tee" />');
    expect(page).toContain('<meta property="og:image" content="https://shop.test/art/tee.webp" />');
    expect(page).not.toContain('content="old"');
    const description = /name="description" content="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(description.replace(/&#\d+;/g, 'x').length).toBeLessThanOrEqual(160);
  });

  it('has Product, Offer, AggregateRating and BreadcrumbList', () => {
    expect(data.map((entry) => entry['@type'])).toEqual(['Product', 'BreadcrumbList']);
    expect(data[0].offers).toMatchObject({
      price: '45.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
    });
    expect(data[0].aggregateRating).toMatchObject({ ratingValue: 4.5, reviewCount: 10 });
    expect(data[1].itemListElement).toHaveLength(3);
  });

  it('lets no text out of its place', () => {
    expect(page).not.toContain('<script>x</script>');
    expect(page).not.toContain('<script>alert(1)');
    expect(page.match(/<title>/g)).toHaveLength(1);
  });

  it('rates nothing that nobody reviewed', () => {
    expect(
      productPage(SHELL, 'tee', { ...product, reviews: 0, rating: 0 }, 'https://shop.test'),
    ).not.toContain('AggregateRating');
  });
});

it('keeps a missing product out of indexes', () => {
  expect(missingPage(SHELL)).toContain('noindex');
});

it('lists products and categories in the sitemap', () => {
  const xml = sitemap('https://shop.test', ['a&b'], ['apparel']);
  expect(xml).toContain('<loc>https://shop.test/product/a%26b</loc>');
  expect(xml).toContain('<loc>https://shop.test/shop/apparel</loc>');
});
