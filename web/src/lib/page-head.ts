// Owns what search engines and link previews read of a page: title, description, canonical address, Open Graph and
// structured data. A head that the server sent is replaced when the page says what it is.
import { useEffect } from 'react';
import { SHOP_NAME } from '../config/constants.ts';

export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Path of the canonical address; the page's own path when absent. */
  readonly path?: string;
  readonly image?: string;
  readonly type?: 'website' | 'product';
  /** schema.org objects. */
  readonly structured?: readonly Record<string, unknown>[];
  /** Pages that search engines should leave out. */
  readonly hidden?: boolean;
}

const SOCIAL_IMAGE = '/art/social.png';

/** The public origin of the shop. */
export function siteOrigin(): string {
  return import.meta.env.VITE_SITE_ORIGIN || location.origin;
}

/** A title within the shop. */
export function fullTitle(title: string): string {
  return title === SHOP_NAME ? `${SHOP_NAME} | Premium gaming merchandise` : `${title} | ${SHOP_NAME}`;
}

type ElementSpec = readonly [
  tag: 'meta' | 'link' | 'script',
  attributes: Record<string, string>,
  text?: string,
];

/** The elements of a head, in order. */
export function headElements(head: PageHead, origin: string, ownPath: string): ElementSpec[] {
  const address = origin + (head.path ?? ownPath);
  const image = new URL(head.image ?? SOCIAL_IMAGE, origin).href;
  return [
    ['meta', { name: 'description', content: head.description }],
    ['link', { rel: 'canonical', href: address }],
    ...(head.hidden ? [['meta', { name: 'robots', content: 'noindex' }] as ElementSpec] : []),
    ['meta', { property: 'og:site_name', content: SHOP_NAME }],
    ['meta', { property: 'og:title', content: fullTitle(head.title) }],
    ['meta', { property: 'og:description', content: head.description }],
    ['meta', { property: 'og:type', content: head.type ?? 'website' }],
    ['meta', { property: 'og:url', content: address }],
    ['meta', { property: 'og:image', content: image }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ...(head.structured ?? []).map(
      (data): ElementSpec => [
        'script',
        { type: 'application/ld+json' },
        // A closing tag inside the text would end the element.
        JSON.stringify(data).replaceAll('<', '\\u003c'),
      ],
    ),
  ];
}

/** What an earlier page, or the server that sent this one, put into the head. */
const REPLACED = [
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name="twitter:card"]',
  'meta[property^="og:"]',
  'meta[property^="product:"]',
  'link[rel="canonical"]',
  'script[type="application/ld+json"]',
].join(', ');

/** Makes the document's head say what this page is. */
export function usePageHead(head: PageHead): void {
  const key = JSON.stringify(head);
  useEffect(() => {
    const current = JSON.parse(key) as PageHead;
    document.title = fullTitle(current.title);
    for (const old of document.head.querySelectorAll(REPLACED)) old.remove();
    for (const [tag, attributes, text] of headElements(current, siteOrigin(), location.pathname)) {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      if (text !== undefined) element.textContent = text;
      document.head.append(element);
    }
  }, [key]);
}
