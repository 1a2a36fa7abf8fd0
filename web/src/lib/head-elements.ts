import { SHOP_NAME } from '../config/constants.ts';
import { documentTitle, type PageHead } from './page-metadata.ts';

const SOCIAL_IMAGE = '/art/social.png';

/** One element as plain data: the browser creates it, the server renders its markup. */
type HeadElement = readonly [
  tag: 'meta' | 'link' | 'script',
  attributes: Record<string, string>,
  text?: string,
];

/** The elements of a page's head: description, canonical URL, Open Graph, Twitter card, structured data. */
export function headElements(head: PageHead, origin: string, ownPath: string): HeadElement[] {
  const url = origin + (head.canonicalPath ?? ownPath);
  const image = new URL(head.image ?? SOCIAL_IMAGE, origin).href;
  return [
    ['meta', { name: 'description', content: head.description }],
    ['link', { rel: 'canonical', href: url }],
    ...(head.noindex ? [['meta', { name: 'robots', content: 'noindex' }] as HeadElement] : []),
    ['meta', { property: 'og:site_name', content: SHOP_NAME }],
    ['meta', { property: 'og:title', content: documentTitle(head.title) }],
    ['meta', { property: 'og:description', content: head.description }],
    ['meta', { property: 'og:type', content: head.type ?? 'website' }],
    ['meta', { property: 'og:url', content: url }],
    ['meta', { property: 'og:image', content: image }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
    ...(head.structuredData ?? []).map(
      (data): HeadElement => [
        'script',
        { type: 'application/ld+json' },
        // A closing tag in the text would close the element.
        JSON.stringify(data).replaceAll('<', '\\u003c'),
      ],
    ),
  ];
}
