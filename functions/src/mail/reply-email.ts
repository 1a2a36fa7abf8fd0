import { type Email, renderEmail } from './email.ts';
import type { MailShop } from './email-content.ts';
import type { MailDocument } from './inbox-page.ts';

interface Reply {
  readonly messageId: string;
  /** The place of the reply among those to its message. */
  readonly index: number;
  readonly text: string;
  /** The author's name; undefined for an account without one. */
  readonly author: string | undefined;
  readonly receivedAt: Date;
  /**
   * The message that it replies to. Only from senders with a verified address: text chosen by the
   * sender must not reach somebody else's inbox.
   */
  readonly quote: string | undefined;
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The email with staff's reply to a contact message. */
function replyContent(reply: Reply, shop: MailShop): Email {
  return renderEmail(
    {
      subject: `${reply.index === 0 ? '' : 'Re: '}Our reply to your message of ${DAY.format(reply.receivedAt)}`,
      heading: 'Thank you for your message.',
      paragraphs: [
        ...toParagraphs(reply.text),
        reply.author === undefined ? `${shop.name} support` : `${reply.author}, ${shop.name} support`,
      ],
      ...(reply.quote !== undefined && {
        quote: { label: 'You wrote:', paragraphs: toParagraphs(reply.quote) },
      }),
      ...(shop.supportEmail === undefined && {
        action: { label: 'Write to us again', url: `${shop.url}/contact` },
      }),
      closing: 'If you did not write to us, someone else entered your address and you can ignore this email.',
      because: 'you have written to us',
    },
    shop,
  );
}

/**
 * The recipient of the reply, and the headers with which mail programs show all replies to a
 * message as one thread (RFC 5322, section 3.6.4).
 */
export function replyEmail(
  reply: Reply,
  shop: MailShop,
): { readonly email: Email } & Pick<MailDocument, 'headers' | 'replyTo'> {
  const { host } = new URL(shop.url);
  const idOf = (index: number) => `<contact-${reply.messageId}-${index}@${host}>`;
  return {
    email: replyContent(reply, shop),
    headers: {
      'Message-ID': idOf(reply.index),
      ...(reply.index > 0 && { 'In-Reply-To': idOf(reply.index - 1), References: idOf(0) }),
    },
    ...(shop.supportEmail !== undefined && { replyTo: shop.supportEmail }),
  };
}

function toParagraphs(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
