import { type Email, renderEmail } from './email.ts';
import type { MailDocument } from './inbox-page.ts';

interface Reply {
  readonly messageId: string;
  /** The place of the reply among those to its message. */
  readonly index: number;
  readonly text: string;
  /** The name of who wrote it; undefined for an account without one. */
  readonly author: string | undefined;
  readonly receivedAt: Date;
  /**
   * The message that it answers. Only of a sender whose address is verified: text that a sender
   * chooses must not reach somebody else's inbox.
   */
  readonly quote: string | undefined;
}

interface ReplySettings {
  /** Without a trailing slash. */
  readonly shopUrl: string;
  /** Where the answer of the reader goes; undefined where support reads no mailbox. */
  readonly supportEmail: string | undefined;
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The email with an admin's reply to a contact message. */
function replyContent(reply: Reply, { shopUrl, supportEmail }: ReplySettings): Email {
  return renderEmail({
    subject: `${reply.index === 0 ? '' : 'Re: '}Our reply to your message of ${DAY.format(reply.receivedAt)}`,
    heading: 'Thank you for your message.',
    paragraphs: [
      ...toParagraphs(reply.text),
      reply.author === undefined ? 'Savepoint support' : `${reply.author}, Savepoint support`,
    ],
    ...(reply.quote !== undefined && {
      quote: { label: 'You wrote:', paragraphs: toParagraphs(reply.quote) },
    }),
    ...(supportEmail === undefined && { action: { label: 'Write to us again', url: `${shopUrl}/contact` } }),
    closing: [
      supportEmail === undefined
        ? 'Nobody reads answers to this email.'
        : 'Answer this email to write to us again.',
      'If you did not write to us, someone else entered your address and you can ignore this email.',
    ].join(' '),
  });
}

/**
 * Where the reply goes and what mail programs need to show all replies to a message as one thread
 * (RFC 5322, section 3.6.4).
 */
export function replyEmail(
  reply: Reply,
  settings: ReplySettings,
): { readonly email: Email } & Pick<MailDocument, 'headers' | 'replyTo'> {
  const { host } = new URL(settings.shopUrl);
  const idOf = (index: number) => `<contact-${reply.messageId}-${index}@${host}>`;
  return {
    email: replyContent(reply, settings),
    headers: {
      'Message-ID': idOf(reply.index),
      ...(reply.index > 0 && { 'In-Reply-To': idOf(reply.index - 1), References: idOf(0) }),
    },
    ...(settings.supportEmail !== undefined && { replyTo: settings.supportEmail }),
  };
}

function toParagraphs(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
