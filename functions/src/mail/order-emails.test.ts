// Question: does each letter say the same in text and HTML, and can nothing that a stranger typed become markup or a header?
import { describe, expect, it } from 'vitest';
import { escapeHtml, renderEmail } from './email.ts';
import { type OrderEmailData, orderEmail } from './order-emails.ts';

const anOrder = (over: Partial<OrderEmailData> = {}): OrderEmailData => ({
  lines: [{ id: 'a', name: 'Tee <b>', image: '/a.webp', price: 45, quantity: 2, size: 'M' }],
  subtotalCents: 9000,
  shippingCents: 0,
  taxCents: 0,
  totalCents: 9000,
  status: 'paid',
  address: { name: 'Eve <script>alert(1)</script>' },
  ...over,
});

describe('letters about orders', () => {
  it('confirms with lines, total and a link, in both parts', () => {
    const letter = orderEmail('abcdefgh12', anOrder(), 'https://shop.test');
    expect(letter?.subject).toBe('Order ABCDEFGH is confirmed');
    for (const part of [letter?.text, letter?.html]) {
      expect(part).toContain('$90.00');
      expect(part).toContain('Free');
      expect(part).toContain('https://shop.test/account/orders/abcdefgh12');
    }
  });

  it('escapes what strangers typed', () => {
    const html = orderEmail('abcdefgh12', anOrder(), 'https://shop.test')?.html ?? '';
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('Tee <b>');
    expect(escapeHtml(`"'<>&`)).toBe('&#34;&#39;&#60;&#62;&#38;');
  });

  it('names the parcel and the money sent back', () => {
    const shipped = orderEmail(
      'x1',
      anOrder({ status: 'shipped', trackingUrl: 'https://post.test/1' }),
      'https://s',
    );
    expect(shipped?.text).toContain('https://post.test/1');
    const refunded = orderEmail('x1', anOrder({ status: 'refunded', refundedCents: 4500 }), 'https://s');
    expect(refunded?.html).toContain('$45.00');
    expect(orderEmail('x1', anOrder({ status: 'packed' }), 'https://s')).toBeUndefined();
  });

  it('keeps a subject on one line', () => {
    expect(renderEmail({ subject: 'a\r\nBcc: x@y.z', heading: '', paragraphs: [] }).subject).toBe(
      'a Bcc: x@y.z',
    );
  });
});
