// Loaded after the page is rendered: only crawlers read these elements.
import { headElements } from './head-elements.ts';
import { type PageHead, siteOrigin } from './page-metadata.ts';

/** Elements of the previous page, or of the server's. */
const REPLACED = [
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name="twitter:card"]',
  'meta[property^="og:"]',
  'meta[property^="product:"]',
  'link[rel="canonical"]',
  'script[type="application/ld+json"]',
].join(', ');

/** Replaces the metadata elements in the document's head. The title is left to the caller. */
export function writePageHead(head: PageHead): void {
  for (const element of document.head.querySelectorAll(REPLACED)) element.remove();
  for (const [tag, attributes, text] of headElements(head, siteOrigin(), location.pathname)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    document.head.append(element);
  }
}
