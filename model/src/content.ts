// Content that an owner writes for the pages of the shop. Texts may contain a placeholder for a
// shipping setting, so that no page contradicts what orders are charged.
import { formatShortCents } from './money.ts';
import { homeRate, type ShippingSettings } from './shipping.ts';

/** `to` is a path of the shop or an https address. */
export interface ContentLink {
  readonly label: string;
  readonly to: string;
}

/** A row of the home page below the hero. */
export type HomeRow =
  | { readonly kind: 'featured' | 'bestsellers' | 'sale'; readonly title: string }
  | { readonly kind: 'categories' | 'reviews' | 'recent'; readonly title: string }
  | { readonly kind: 'lifestyle' }
  /** Products of a category. */
  | { readonly kind: 'category'; readonly title: string; readonly category: string }
  /** Hand-picked products, in order. */
  | {
      readonly kind: 'picked';
      readonly title: string;
      readonly products: readonly { readonly product: string }[];
    };

export const PICKED_MAX = 12;

/** settings/content: the frame of all pages, and the home page. */
export interface ContentSettings {
  /** A line above every page. */
  readonly announcement?: { readonly text: string; readonly to?: string | undefined } | undefined;
  readonly hero: {
    readonly title: string;
    readonly text: string;
    /** The id of the product beside it; defaults to the first bestseller. */
    readonly product?: string | undefined;
    readonly link: ContentLink;
  };
  /** The shop's promises, on the home page and in the footer. */
  readonly promises: readonly string[];
  readonly rows: readonly HomeRow[];
  /**
   * The links below Shop in the header, in order; defaults to the categories of the specification.
   */
  readonly navigation?: readonly ContentLink[] | undefined;
  readonly footer: {
    readonly tagline: string;
    readonly columns: readonly { readonly title: string; readonly links: readonly ContentLink[] }[];
  };
}

/** The categories of the shop and its sale (specification, section 1). */
export const SHOP_LINKS: readonly ContentLink[] = [
  { label: 'Apparel', to: '/shop/apparel' },
  { label: 'Accessories', to: '/shop/accessories' },
  { label: 'Collectibles', to: '/shop/collectibles' },
  { label: 'Limited Editions', to: '/shop/limited-editions' },
  { label: 'Sale', to: '/shop/sale' },
];

/** The defaults: the specification's texts and links. */
export const DEFAULT_CONTENT: ContentSettings = {
  announcement: { text: 'Free US shipping over {freeShippingOver}', to: '/shipping' },
  hero: {
    title: 'Wear the game you never finished.',
    text: 'Printed tees and collectibles for gamers and anime fans, drawn in-house and made to outlast the final boss.',
    link: { label: 'Shop everything', to: '/shop' },
  },
  promises: [
    'Free shipping on orders over {freeShippingOver} in the US',
    '24/7 support',
    'Original artwork, printed in small runs',
  ],
  rows: [
    { kind: 'featured', title: 'Featured loot' },
    { kind: 'categories', title: 'Pick a class' },
    { kind: 'bestsellers', title: 'Bestsellers' },
    { kind: 'lifestyle' },
    { kind: 'sale', title: 'On sale' },
    { kind: 'reviews', title: 'From the party chat' },
    { kind: 'recent', title: 'Recently viewed' },
  ],
  footer: {
    tagline: 'Your destination for premium gaming merchandise.',
    columns: [
      {
        title: 'Shop',
        links: SHOP_LINKS,
      },
      {
        title: 'Account',
        links: [
          { label: 'Login', to: '/login' },
          { label: 'Register', to: '/register' },
          { label: 'Orders', to: '/account/orders' },
          { label: 'Wishlist', to: '/account/wishlist' },
          { label: 'Settings', to: '/account/settings' },
        ],
      },
      {
        title: 'Information',
        links: [
          { label: 'About', to: '/about' },
          { label: 'Contact', to: '/contact' },
          { label: 'FAQ', to: '/faq' },
          { label: 'Shipping', to: '/shipping' },
          { label: 'Privacy', to: '/privacy' },
          { label: 'Terms', to: '/terms' },
        ],
      },
    ],
  },
};

/** In a text: the domestic order value above which standard shipping is free, such as $50. */
export const FREE_SHIPPING_PLACEHOLDER = '{freeShippingOver}';

/**
 * Fills in the placeholder of a text; undefined if it has one and shipping is never free, because
 * the text would be untrue.
 */
export function fillText(text: string, shipping: ShippingSettings): string | undefined {
  if (!text.includes(FREE_SHIPPING_PLACEHOLDER)) return text;
  const over = homeRate(shipping, 'standard')?.freeOverCents;
  return over === undefined ? undefined : text.replaceAll(FREE_SHIPPING_PLACEHOLDER, formatShortCents(over));
}
