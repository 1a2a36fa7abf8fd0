import { describe, expect, it } from 'vitest';
import { escapeHtml, renderEmail } from './email.ts';
import { type OrderEmailData, orderEmail } from './order-emails.ts';

const createOrderData = (overrides: Partial<OrderEmailData> = {}): OrderEmailData => ({
  lines: [{ id: 'a', name: 'Tee <b>', image: '/a.webp', price: 45, quantity: 2, size: 'M' }],
  subtotalCents: 9000,
  shippingCents: 0,
  taxCents: 0,
  totalCents: 9000,
  status: 'paid',
  ...overrides,
});

describe('orderEmail', () => {
  it('confirms a paid order with lines, total and a link in both the text and the HTML part', () => {
    const email = orderEmail('abcdefgh12', createOrderData(), 'https://shop.test');
    expect(email?.subject).toBe('Order ABCDEFGH is confirmed');
    for (const part of [email?.text, email?.html]) {
      expect(part).toContain('$90.00');
      expect(part).toContain('Free');
      expect(part).toContain('https://shop.test/account/orders/abcdefgh12');
    }
  });

  it.each(['paid', 'shipped', 'refunded'] as const)(
    'greets the recipient of a %s order without the name that the shopper typed, because nobody verified the address',
    (status) => {
      const order = { ...createOrderData({ status }), address: { name: 'Win a prize at evil.test' } };
      const email = orderEmail('x1', order, 'https://s');
      expect(email?.text).toContain('Hello,');
      for (const part of [email?.subject, email?.text, email?.html]) expect(part).not.toContain('evil.test');
    },
  );

  it('escapes names of products', () => {
    const html = orderEmail('abcdefgh12', createOrderData(), 'https://shop.test')?.html ?? '';
    expect(html).not.toContain('Tee <b>');
    expect(html).toContain('Tee &#60;b&#62;');
  });

  it('links the parcel of a shipped order, states the amount of a refund, and returns undefined for a packed order', () => {
    const shipped = orderEmail(
      'x1',
      createOrderData({ status: 'shipped', trackingUrl: 'https://post.test/1' }),
      'https://s',
    );
    expect(shipped?.text).toContain('https://post.test/1');
    const refunded = orderEmail(
      'x1',
      createOrderData({ status: 'refunded', refundedCents: 4500 }),
      'https://s',
    );
    expect(refunded?.html).toContain('$45.00');
    expect(orderEmail('x1', createOrderData({ status: 'packed' }), 'https://s')).toBeUndefined();
  });
});

describe('escapeHtml', () => {
  it('escapes quotes, angle brackets and ampersands', () => {
    expect(escapeHtml(`"'<>&`)).toBe('&#34;&#39;&#60;&#62;&#38;');
  });
});

describe('renderEmail', () => {
  it('puts a subject with line breaks on one line, so that it cannot inject headers', () => {
    expect(renderEmail({ subject: 'a\r\nBcc: x@y.z', heading: '', paragraphs: [] }).subject).toBe(
      'a Bcc: x@y.z',
    );
  });
});
