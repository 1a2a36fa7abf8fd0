/** The categories of the shop and its sale, in the footer and in the menu of a phone. */
export const SHOP_LINKS = [
  ['/shop/apparel', 'Apparel'],
  ['/shop/accessories', 'Accessories'],
  ['/shop/collectibles', 'Collectibles'],
  ['/shop/limited-editions', 'Limited Editions'],
  ['/shop/sale', 'Sale'],
] as const;
