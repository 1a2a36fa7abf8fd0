// Owns which elements a page's head consists of. Pure; the browser makes elements of them, the server makes markup.
import { SHOP_NAME } from '../config/constants.ts';
import { documentTitle, type PageHead } from './page-metadata.ts';

const SOCIAL_IMAGE = '/art/social.png';

export type HeadElement = readonly [
  tag: 'meta' | 'link' | 'script',
  attributes: Record<string, string>,
  text?: string,
];

/** The elements of a head, in order. */
export function headElements(head: PageHead, origin: string, ownPath: string): HeadElement[] {
  const address = origin + (head.canonicalPath ?? ownPath);
  const image = new URL(head.image ?? SOCIAL_IMAGE, origin).href;
  return [
    ['meta', { name: 'description', content: head.description }],
    ['link', { rel: 'canonical', href: address }],
    ...(head.noindex ? [['meta', { name: 'robots', content: 'noindex' }] as HeadElement] : []),
    ['meta', { property: 'og:site_name', content: SHOP_NAME }],
    ['meta', { property: 'og:title', content: documentTitle(head.title) }],
    ['meta', { property: 'og:description', content: head.description }],
    ['meta', { property: 'og:type', content: head.type ?? 'website' }],
    ['meta', { property: 'og:url', content: address }],
    ['meta', { property: 'og:image', content: image }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ...(head.structuredData ?? []).map(
      (data): HeadElement => [
        'script',
        { type: 'application/ld+json' },
        // A closing tag inside the text would end the element.
        JSON.stringify(data).replaceAll('<', '\\u003c'),
      ],
    ),
  ];
}
