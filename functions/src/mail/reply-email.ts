import { type Email, renderEmail } from './email.ts';

/**
 * The email with an admin's reply to a contact message. It says nothing that the sender of the message wrote: the address is not
 * verified, and text that a sender chooses must not reach somebody else's inbox.
 */
export function replyEmail(reply: string): Email {
  return renderEmail({
    subject: 'Our reply to your message',
    heading: 'Thank you for your message.',
    paragraphs: reply
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    closing: 'If you did not write to us, someone else entered your address and you can ignore this email.',
  });
}
