import { describe, expect, it } from 'vitest';
import { renderEmail } from './email.ts';
import type { EmailContent, MailShop } from './email-content.ts';
import { emailImageUrl } from './email-image-url.ts';
import { sampleEmails } from './sample-emails.ts';

const SHOP: MailShop = {
  ...{ url: 'https://shop.test', name: 'Pixel & Sons' },
  ...{ postalAddress: ['1 Save Street', 'New York, NY 10001'], supportEmail: undefined },
};
const CONTENT: EmailContent = { subject: 'Hi', heading: 'Hi', paragraphs: ['Hello'], because: 'you asked' };

/** The visible text of the HTML part, without markup. */
const visible = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp|nbsp);/g, (_, name: string) =>
      String({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&', nbsp: ' ' }[name]),
    )
    .replace(/\s+/g, ' ');

describe('renderEmail', () => {
  it('puts a subject with line breaks on one line, so that it cannot inject headers', () => {
    expect(renderEmail({ ...CONTENT, subject: 'a\r\nBcc: x@y.z' }, SHOP).subject).toBe('a Bcc: x@y.z');
  });

  it("has the brand, contact information, the shop's address and the reason in both parts", () => {
    const { html, text } = renderEmail(CONTENT, SHOP);
    for (const part of [visible(html), text]) {
      for (const words of [
        'Pixel & Sons',
        '1 Save Street',
        'https://shop.test/contact',
        'because you asked.',
      ])
        expect(part).toContain(words);
    }
    expect(html).toContain('PIXEL &amp; SONS');
    for (const path of ['/shipping', '/terms', '/privacy']) {
      expect(html).toContain(`href="https://shop.test${path}"`);
      expect(text).toContain(`https://shop.test${path}`);
    }
  });

  it('invites replies if somebody reads them', () => {
    const { html, text } = renderEmail(CONTENT, { ...SHOP, supportEmail: 'help@shop.test' });
    for (const part of [html, text]) {
      expect(part).toContain('Answer this email, or write to help@shop.test.');
      expect(part).not.toContain('/contact');
    }
  });

  it('declares a dark mode, and is made of tables', () => {
    const { html } = renderEmail(CONTENT, SHOP);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html.match(/<table(?! role="presentation")/g)).toBeNull();
    expect(html).not.toMatch(/<script|<link|display:(flex|grid)/);
  });

  it('escapes every text, in elements and in attributes', () => {
    const evil = `"><img src=x onerror=alert(1)>'&`;
    const { html } = renderEmail(
      {
        ...{ subject: evil, heading: evil, greeting: evil, paragraphs: [evil], closing: evil },
        ...{ because: evil, unsubscribeUrl: evil, action: { label: evil, url: evil }, pictures: [evil] },
        lines: [{ name: evil, detail: evil, quantity: 1, amount: evil, imageUrl: evil }],
        ...{ sums: [[evil, evil]], facts: [{ label: evil, lines: [evil] }] },
        ...{ quote: { label: evil, paragraphs: [evil] }, steps: { names: [evil], done: 1 } },
      },
      { url: 'https://shop.test', name: evil, postalAddress: [evil], supportEmail: evil },
    );
    expect(html).not.toMatch(/<img src=x|<IMG SRC=X/);
    expect(html.match(/onerror=alert\(1\)&gt;/gi)?.length).toBeGreaterThan(20);
  });
});

describe('every email of the shop', () => {
  const emails = sampleEmails(SHOP);

  it('has a distinct subject', () => {
    expect(emails.length).toBeGreaterThanOrEqual(20);
    expect(new Set(emails.map(({ subject }) => subject)).size).toBe(emails.length);
  });

  it.each(emails.map((email) => [email.subject, email] as const))(
    'says the same in both parts: %s',
    (_, email) => {
      const seen = visible(email.html);
      const words = (text: string) => text.match(/[\p{L}\p{N}$.,%]+/gu) ?? [];
      const spoken = new Set(words(seen.toLowerCase()));
      // URLs are behind links; steps and quantities are formatted differently.
      const missing = email.text
        .split('\n')
        .map((line) => line.replace(/https?:\S+|\[[x ]\]|\d+ x /g, ''))
        .flatMap((line) => words(line.toLowerCase().replace(/[():>,]/g, ' ')))
        .filter((word) => !spoken.has(word) && !seen.toLowerCase().includes(word));
      expect(missing).toEqual([]);
      const hrefs = [...email.html.matchAll(/href="(https?:[^"]+)"/g)].map(([, url]) =>
        url?.replaceAll('&amp;', '&'),
      );
      for (const url of hrefs.filter((each) => each !== 'https://shop.test/'))
        expect(email.text).toContain(url);
    },
  );
});

describe('emailImageUrl', () => {
  it.each([
    ['/art/pixel-ronin-tee.webp', 'https://shop.test/art/pixel-ronin-tee-400.webp'],
    ['/art/large/mug-ghost-navy.webp', 'https://shop.test/art/large/mug-ghost-navy.webp'],
    ['https://cdn.example/tee.png', 'https://cdn.example/tee.png'],
    [
      'https://storage.example/v0/b/b/o/images%2F0123456789abcdef0123456789abcdef-1200x1500%2F1200.webp?alt=media',
      'https://storage.example/v0/b/b/o/images%2F0123456789abcdef0123456789abcdef-1200x1500%2F400.webp?alt=media',
    ],
  ])('takes a small file of %s', (image, url) => {
    expect(emailImageUrl(image, 'https://shop.test')).toBe(url);
  });
});
