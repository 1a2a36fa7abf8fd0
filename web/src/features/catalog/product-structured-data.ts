import { CURRENCY } from '@savepoint/model/money';
import type { Product } from '@savepoint/model/product';
import { SHOP_NAME } from '../../config/constants.ts';
import { productPath, shopPath } from '../../lib/paths.ts';

/**
 * The JSON-LD of a product page: schema.org Product with Offer and AggregateRating, and
 * BreadcrumbList. `reviewCount` is the number of ratings with a written review, if known.
 */
export function productStructuredData(
  product: Product,
  categoryName: string,
  origin: string,
  reviewCount?: number,
): Record<string, unknown>[] {
  const url = origin + productPath(product.id);
  const breadcrumbs: readonly (readonly [string, string])[] = [
    ['Home', `${origin}/`],
    [categoryName, origin + shopPath(product.category)],
    [product.name, url],
  ];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      description: product.description,
      image: product.images.map((image) => new URL(image, origin).href),
      sku: product.id,
      brand: { '@type': 'Brand', name: SHOP_NAME },
      offers: {
        '@type': 'Offer',
        url,
        price: product.price.toFixed(2),
        priceCurrency: CURRENCY.toUpperCase(),
        availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
        itemCondition: 'https://schema.org/NewCondition',
      },
      ...(product.reviews > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: product.rating,
          ratingCount: product.reviews,
          ...(reviewCount && { reviewCount }),
        },
      }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: breadcrumbs.map(([name, item], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item,
      })),
    },
  ];
}
