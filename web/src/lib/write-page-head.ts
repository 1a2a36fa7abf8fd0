// Owns putting into the document's head what page-head.ts was told. Loaded after the page is there: people read the page
// first, machines wait.
import { headElements } from './head-elements.ts';
import { type PageHead, siteOrigin } from './page-metadata.ts';

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
