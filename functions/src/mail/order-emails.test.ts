import type { OrderReturn } from '@savepoint/model/order';
import type { ReturnState } from '@savepoint/model/return-status';
import { describe, expect, it } from 'vitest';
import type { OrderEmailData } from './order-email-content.ts';
import { orderEmails } from './order-emails.ts';

const shopAt = (url: string) => ({
  ...{ url, name: 'Savepoint', postalAddress: ['1 Save Street', 'New York, NY 10001'] },
  supportEmail: undefined,
});

const createOrderData = (overrides: Partial<OrderEmailData> = {}): OrderEmailData => ({
  lines: [{ id: 'a', name: 'Tee <b>', image: '/a.webp', price: 45, quantity: 2, size: 'M' }],
  subtotalCents: 9000,
  shippingCents: 0,
  taxCents: 0,
  totalCents: 9000,
  status: 'paid',
  ...overrides,
});

/** The email sent after a change with these overrides; there must be exactly one. */
function onlyEmail(
  orderId: string,
  after: OrderEmailData,
  shopUrl: string,
  before: OrderEmailData = createOrderData({ status: 'pending' }),
) {
  const emails = orderEmails(orderId, before, after, shopAt(shopUrl));
  return emails.length === 1 ? emails[0]?.email : undefined;
}

const refund = (
  state: 'pending' | 'failed' | 'sent',
  overrides: { attempts?: number; sentAt?: Date } = {},
) => ({
  refund: { state, amountCents: 9000, attempts: 1, reason: 'Out of ink', ...overrides },
});

describe('orderEmails', () => {
  it('confirms a paid order with lines, total and a link in both the text and the HTML part', () => {
    const email = onlyEmail('abcdefgh12', createOrderData(), 'https://shop.test');
    expect(email?.subject).toBe('Order ABCDEFGH is confirmed');
    for (const part of [email?.text, email?.html]) {
      expect(part).toContain('$90.00');
      expect(part).toContain('Free');
      expect(part).toContain('https://shop.test/account/orders/abcdefgh12');
    }
  });

  it('contain the name and address of a free order placed by staff', () => {
    const address = { name: 'Ada Byte', line1: '1 Way', city: 'New York', country: 'US' };
    const timeline = [{ status: 'pending' as const, actor: 'admin' as const }];
    const order = createOrderData({ address, timeline, totalCents: 0 });
    const [paid] = orderEmails('x1', { ...order, status: 'pending' }, order, shopAt('https://s'));
    expect(paid?.isUnpaid).toBe(false);
    expect(paid?.email.text).toContain('Hello Ada Byte,');
  });

  it.each([
    ['store credit paid', { creditCents: 9000 }],
    ['a code made free', { totalCents: 0 }],
  ])('have nothing that a shopper typed for an order that %s, until the address is verified', (_, sums) => {
    const address = { name: 'Win at https://evil.test', line1: '1 evil.test', city: 'Rome', country: 'IT' };
    const order = createOrderData({ address, ...sums });
    const before = { ...order, status: 'pending' as const };
    const [unverified] = orderEmails('x1', before, order, shopAt('https://s'));
    expect(unverified?.isUnpaid).toBe(true);
    for (const part of [unverified?.email.text, unverified?.email.html])
      expect(part).not.toContain('evil.test');
    const [verified] = orderEmails('x1', before, { ...order, isVerified: true }, shopAt('https://s'));
    expect(verified?.isUnpaid).toBe(false);
    expect(verified?.email.text).toContain('1 evil.test');
  });

  it("greets with the order's name once it is paid, but not before, because the address may be anybody else's", () => {
    const address = { name: 'Ada <Byte>', line1: '1 Way', city: 'New York', country: 'US' };
    const paid = onlyEmail('x1', createOrderData({ address }), 'https://s');
    expect(paid?.text).toContain('Hello Ada <Byte>,');
    expect(paid?.html).toContain('Hello Ada &lt;Byte&gt;,');
    const [expired] = orderEmails(
      'x1',
      undefined,
      createOrderData({ address, status: 'expired' }),
      shopAt('https://s'),
    );
    expect(expired?.email.text).toContain('Hello,');
    for (const part of [expired?.email.subject, expired?.email.text, expired?.email.html])
      expect(part).not.toContain('Byte');
  });

  it('shows the address, arrival, progress and items of a paid order', () => {
    const order = createOrderData({
      address: {
        ...{ name: 'Ada Byte', line1: '12 Continue Street', city: 'New York', region: 'NY' },
        ...{ postalCode: '10001', country: 'US' },
      },
      ...{ delivery: 'standard', workingDays: { min: 3, max: 5 } },
      // A Friday morning in New York: three working days later is Wednesday.
      timeline: [{ status: 'paid', actor: 'payment', at: new Date('2026-12-04T15:00:00Z') }],
    });
    const email = onlyEmail('x1', order, 'https://shop.test');
    for (const part of [email?.text, email?.html]) {
      for (const line of ['12 Continue Street', 'New York, NY 10001', 'United States', 'Standard delivery'])
        expect(part).toContain(line);
      expect(part).toContain('Wednesday, December 9 to Friday, December 11');
    }
    expect(email?.text).toContain('[x] Ordered  [ ] Packed  [ ] Shipped  [ ] Delivered');
    expect(email?.html).toContain('<img src="https://shop.test/a.webp"');
    const shipped = onlyEmail('x1', { ...order, status: 'shipped' }, 'https://shop.test');
    expect(shipped?.text).toContain('[x] Ordered  [x] Packed  [x] Shipped  [ ] Delivered');
  });

  it('names the discount, and asks for no payment for a free order', () => {
    const promotions = [{ id: 'TEN', code: 'TEN', name: 'Ten off', discountCents: 900, shippingCents: 0 }];
    const discounted = createOrderData({ promotions, discountCents: 900, totalCents: 8100 });
    expect(onlyEmail('x1', discounted, 'https://s')?.text).toMatch(/Ten off \(TEN\).*-\$9\.00/);
    const free = createOrderData({ discountCents: 9000, totalCents: 0 });
    expect(onlyEmail('x1', free, 'https://s')?.text).toContain('There is nothing to pay.');
  });

  it('escapes product names', () => {
    const html = onlyEmail('abcdefgh12', createOrderData(), 'https://shop.test')?.html ?? '';
    expect(html).not.toContain('Tee <b>');
    expect(html).toContain('Tee &lt;b&gt;');
  });

  it('links the parcel of a shipped order, and sends nothing for a packed or unchanged order', () => {
    const shipped = createOrderData({ status: 'shipped', trackingUrl: 'https://post.test/1' });
    expect(onlyEmail('x1', shipped, 'https://s')?.text).toContain('https://post.test/1');
    expect(
      orderEmails('x1', shipped, { ...shipped, trackingUrl: 'https://post.test/2' }, shopAt('https://s')),
    ).toEqual([]);
    expect(orderEmails('x1', undefined, createOrderData({ status: 'packed' }), shopAt('https://s'))).toEqual(
      [],
    );
  });

  it('announces the sent refund with its amount, but not the mere change to refunded', () => {
    const decided = createOrderData({ status: 'refunded', ...refund('pending') });
    expect(orderEmails('x1', createOrderData({ status: 'packed' }), decided, shopAt('https://s'))).toEqual(
      [],
    );
    const sent = createOrderData({
      status: 'refunded',
      refundedCents: 9000,
      ...refund('sent', { sentAt: new Date(0) }),
    });
    expect(orderEmails('x1', decided, sent, shopAt('https://s')).map(({ id }) => id)).toEqual([
      'x1-refunded',
    ]);
    expect(onlyEmail('x1', sent, 'https://s', decided)?.html).toContain('$90.00');
  });

  it('says that the refund is delayed, with the missing amount, when it fails after it was sent', () => {
    const sentAt = new Date(0);
    const sent = createOrderData({ status: 'refunded', refundedCents: 9000, ...refund('sent', { sentAt }) });
    const failed = createOrderData({
      status: 'refund-failed',
      refundedCents: 1000,
      ...refund('failed', { sentAt }),
    });
    const [delayed, ...others] = orderEmails('x1', sent, failed, shopAt('https://s'));
    expect(others).toEqual([]);
    expect(delayed?.id).toBe('x1-refund-delayed');
    expect(delayed?.email.text).toContain('$80.00 of it did not reach you');
  });

  it('says that the refund is delayed after the third failed attempt, not after the first two', () => {
    const failedTimes = (attempts: number) =>
      createOrderData({ status: 'cancelled', ...refund('failed', { attempts }) });
    expect(orderEmails('x1', failedTimes(1), failedTimes(2), shopAt('https://s'))).toEqual([]);
    expect(onlyEmail('x1', failedTimes(3), 'https://s', failedTimes(2))?.text).toContain(
      'have not been able to refund $90.00 yet',
    );
    expect(orderEmails('x1', failedTimes(3), failedTimes(4), shopAt('https://s'))).toEqual([]);
  });
});

describe('orderEmails of what the shop decided', () => {
  const decided = (
    from: OrderEmailData['status'],
    to: OrderEmailData['status'],
    actor: 'admin' | 'shopper' | 'system',
    reason?: string,
    wasPaid = true,
  ) => {
    const timeline = [
      { status: 'pending', actor: 'shopper' } as const,
      ...(wasPaid ? [{ status: 'paid', actor: 'payment' } as const] : []),
    ];
    return orderEmails(
      'abcdefgh12',
      createOrderData({ status: from, timeline }),
      createOrderData({
        status: to,
        timeline: [...timeline, { status: to, actor, ...(reason !== undefined && { reason }) }],
      }),
      shopAt('https://shop.test'),
    );
  };

  it.each([['a cancellation', 'paid', 'cancelled', 'Order ABCDEFGH is canceled']] as const)(
    'tell %s with its reason',
    (_, from, to, subject) => {
      const emails = decided(from, to, 'admin', 'Out of ink');
      expect(emails.map(({ email }) => email.subject)).toEqual([subject]);
      expect(emails[0]?.email.text).toContain('The reason: Out of ink');
      expect(emails[0]?.isUnpaid).toBe(false);
    },
  );

  it.each([
    ['canceled by the shop', 'cancelled', 'admin', 'Order ABCDEFGH is canceled'],
    ['expired', 'expired', 'system', 'Order ABCDEFGH has expired'],
  ] as const)('tell that an unpaid order is %s, which nobody has paid for', (_, to, actor, subject) => {
    const emails = decided('pending', to, actor, undefined, false);
    expect(emails).toMatchObject([{ email: { subject }, isUnpaid: true }]);
    expect(emails[0]?.email.text).toContain('You have not paid anything.');
  });

  const returned = (state: ReturnState, number = 1, over: Partial<OrderReturn> = {}): OrderReturn => ({
    ...{ number, state, reason: 'too-small', outcome: 'exchange', ...over },
    units: [{ id: 'a', size: 'M', quantity: 1, exchangeSize: 'L' }],
    events: [{ state, actor: 'admin', at: '', text: 'As we said' }],
  });
  const returnEmails = (
    before: OrderReturn[],
    returns: OrderReturn[],
    over: Partial<OrderEmailData> = {},
  ) => {
    const paid = {
      status: 'delivered' as const,
      timeline: [{ status: 'paid' as const, actor: 'payment' as const }],
    };
    const [old, order] = [before, returns].map((each) => createOrderData({ ...paid, returns: each }));
    return orderEmails(
      'abcdefgh12',
      old,
      { ...(order as OrderEmailData), ...over },
      shopAt('https://shop.test'),
    );
  };

  it.each([
    [
      'requested',
      'We have your return request for order ABCDEFGH',
      'You would like to get them in L instead.',
    ],
    ['approved', 'How to return items of order ABCDEFGH', 'As we said'],
    ['approved', 'How to return items of order ABCDEFGH', 'we will send you the other size, which we keep'],
    ['declined', 'Your return of order ABCDEFGH is declined', 'The reason: As we said'],
    ['closed', 'Your return of order ABCDEFGH is closed', 'The reason: As we said'],
  ] as const)('tell that a return is %s, with its items: %s', (state, subject, words) => {
    const [email, ...others] = returnEmails([], [returned(state)]);
    expect([email?.email.subject, others]).toEqual([subject, []]);
    expect(email?.email.text).toContain(words);
    expect(email?.email.text).toContain('1 x Tee <b> (M)');
  });

  it('confirm each return of an order', () => {
    const [first] = returnEmails([], [returned('requested')]);
    const [second, ...others] = returnEmails(
      [returned('requested')],
      [returned('requested'), returned('requested', 2)],
    );
    expect([first?.id, second?.id, others]).toEqual([
      'abcdefgh12-return-requested-1',
      'abcdefgh12-return-requested-2',
      [],
    ]);
  });

  it('announce store credit for a return, except for credit that paid for an exchange', () => {
    const exchanged = { outcome: 'exchange', valueCents: 4500, exchangeOrderId: 'zyxwvuts98' } as const;
    const received = (over: object) =>
      returnEmails([returned('approved')], [returned('received', 1, over)], {
        creditReturnedCents: 4500,
      }).map(({ id }) => id);
    expect([received(exchanged), received({ outcome: 'credit' })]).toEqual([
      [],
      ['abcdefgh12-credited-4500'],
    ]);
    const after = returnEmails(
      [returned('received', 1, exchanged), returned('approved', 2, { outcome: 'credit' })],
      [returned('received', 1, exchanged), returned('received', 2, { outcome: 'credit' })],
      { creditReturnedCents: 5500 },
    );
    expect(after[0]?.email.text).toContain('$10.00 of this order went into your store credit.');
  });

  it('say that an exchange order needs no payment, and what it replaces', () => {
    const order = createOrderData({ status: 'paid', exchangeOf: { orderId: 'abcdefgh12', number: 1 } });
    const text = onlyEmail('zyxwvuts98', order, 'https://shop.test', undefined)?.text;
    expect(text).toContain('sent back from order ABCDEFGH');
    expect(text).toContain('There is nothing to pay.');
  });

  it('are not sent for an order that was marked as packed by mistake', () => {
    expect(
      orderEmails('x1', createOrderData({ status: 'packed' }), createOrderData(), shopAt('https://s')),
    ).toEqual([]);
  });

  it("are not sent for the shopper's own actions", () => {
    expect(decided('paid', 'cancelled', 'shopper', 'Changed my mind')).toEqual([]);
  });

  it('announce the arrival of a parcel once', () => {
    const sent = decided('shipped', 'delivered', 'admin');
    expect(sent.map(({ id }) => id)).toEqual(['abcdefgh12-delivered']);
    expect(sent[0]?.email.text).toContain('[x] Delivered');
    expect(decided('delivered', 'delivered', 'admin')).toEqual([]);
  });

  it('contain the reason for a partial refund', () => {
    const order = createOrderData({ ...refund('sent'), totalCents: 18_000 });
    const email = onlyEmail('abcdefgh12', order, 'https://shop.test', createOrderData());
    expect(email?.text).toContain('The reason: Out of ink');
  });

  it('contain the units and the amount of a partial refund, and what is not in the parcel', () => {
    const units = [{ id: 'a', size: 'M', quantity: 1 }];
    const part = { amountCents: 3600, reason: 'Out of ink', refunded: units };
    const textOf = (overrides: Partial<OrderEmailData>) => {
      const order = createOrderData({ ...refund('sent'), refundedCents: 3600, ...overrides });
      const sent = { ...order, totalCents: 18_000 };
      return onlyEmail('x1', sent, 'https://s', createOrderData({ status: order.status }))?.text;
    };
    const unsent = textOf({ partialRefunds: [{ ...part, units }] });
    expect(unsent).toContain('We have refunded $36.00 of the $180.00 that you paid.');
    expect(unsent).toContain('Not in your package: 1 x Tee <b> (M). Nothing else');
    const shipped = textOf({ status: 'shipped', partialRefunds: [{ ...part, units }], refundedCents: 4600 });
    expect(shipped).toContain('1 x Tee <b> (M)');
    expect(shipped).toContain('$36.00, and with it $46.00 in all, of the $180.00');
    expect(shipped).not.toContain('Not in your package');
  });
});
