import type { CategoryFields } from '@savepoint/model/category';

/**
 * The four sample categories (specification, section 9) by id, which is their slug in
 * /shop/{category}.
 */
export const CATEGORIES: readonly (readonly [string, CategoryFields])[] = [
  [
    'apparel',
    {
      name: 'Apparel',
      image: '/art/category-apparel.webp',
      description: 'Printed tees for long nights, early raids and the walk to the shop in between.',
      featured: true,
    },
  ],
  [
    'accessories',
    {
      name: 'Accessories',
      image: '/art/category-accessories.webp',
      description: 'Small gear that keeps hands warm and inputs clean.',
      featured: true,
    },
  ],
  [
    'collectibles',
    {
      name: 'Collectibles',
      image: '/art/category-collectibles.webp',
      description: 'Pieces with a number, a card or a map case, made to be kept.',
      featured: true,
    },
  ],
  [
    'limited-editions',
    {
      name: 'Limited Editions',
      image: '/art/category-limited-editions.webp',
      description: 'Printed once, never again. What sells out comes back only as a return.',
      featured: true,
    },
  ],
];
