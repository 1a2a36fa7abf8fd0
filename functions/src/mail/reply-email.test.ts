import { describe, expect, it } from 'vitest';
import { replyEmail } from './reply-email.ts';

const REPLY = {
  messageId: 'm1',
  index: 0,
  text: 'Hello,\n\nit <is> in stock.',
  author: 'Robin',
  receivedAt: new Date('2026-11-03T12:00:00Z'),
  quote: undefined,
};
const SHOP = { url: 'https://shop.test', name: 'Savepoint', postalAddress: [], supportEmail: undefined };

describe('replyEmail', () => {
  it('has a paragraph for each line of the reply, escaped in HTML', () => {
    const { html, text } = replyEmail(REPLY, SHOP).email;
    expect(html).toContain('>Hello,</p>');
    expect(html).toContain('it &lt;is&gt; in stock.');
    expect(text).toContain('Hello,\n\nit <is> in stock.');
  });

  it('is signed by the author, or by the shop for an account without a name', () => {
    expect(replyEmail(REPLY, SHOP).email.text).toContain('Robin, Savepoint support');
    const { text } = replyEmail({ ...REPLY, author: undefined }, SHOP).email;
    expect(text).toMatch(/^Savepoint support$/m);
  });

  it('quotes the message that it replies to, or else names only its day', () => {
    const { html, text } = replyEmail({ ...REPLY, quote: 'Is it\n<b>there</b>?' }, SHOP).email;
    expect(text).toContain('You wrote:\n\n> Is it\n> <b>there</b>?');
    expect(html).toContain('&lt;b&gt;there');
    const { subject, text: unquoted } = replyEmail(REPLY, SHOP).email;
    expect(subject).toBe('Our reply to your message of November 3, 2026');
    expect(unquoted).not.toContain('You wrote');
  });

  it('leads replies to the support address, or to the contact page if there is none', () => {
    const shop = { ...SHOP, supportEmail: 'support@shop.test' };
    expect(replyEmail(REPLY, shop).replyTo).toBe('support@shop.test');
    expect(replyEmail(REPLY, shop).email.text).not.toContain('/contact');
    expect(replyEmail(REPLY, SHOP)).not.toHaveProperty('replyTo');
    expect(replyEmail(REPLY, SHOP).email.text).toContain('https://shop.test/contact');
  });

  it('is in one thread with the other replies to its message', () => {
    expect(replyEmail(REPLY, SHOP).headers).toEqual({ 'Message-ID': '<contact-m1-0@shop.test>' });
    const third = replyEmail({ ...REPLY, index: 2 }, SHOP);
    expect(third.headers).toEqual({
      'Message-ID': '<contact-m1-2@shop.test>',
      'In-Reply-To': '<contact-m1-1@shop.test>',
      References: '<contact-m1-0@shop.test>',
    });
    expect(third.email.subject).toMatch(/^Re: Our reply/);
  });
});
