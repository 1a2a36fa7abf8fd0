// Owns putting into the document's head what page-head.ts was told. Loaded after the page is there: people read the page
// first, machines wait.
import { SHOP_NAME } from '../config/constants.ts';
import { fullTitle, type PageHead, siteOrigin } from './head-words.ts';

const SOCIAL_IMAGE = '/art/social.png';

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

/** Replaces what the head says of the page. */
export function writePageHead(head: PageHead): void {
  for (const old of document.head.querySelectorAll(REPLACED)) old.remove();
  for (const [tag, attributes, text] of headElements(head, siteOrigin(), location.pathname)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    document.head.append(element);
  }
}
