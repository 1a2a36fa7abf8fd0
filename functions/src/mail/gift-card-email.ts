import { formatCents } from '@savepoint/model/money';
import { type Email, renderEmail } from './email.ts';
import type { MailShop } from './email-content.ts';

/** The email with a gift card's code. */
export function giftCardEmail(
  card: { readonly code: string; readonly cents: number; readonly message: string | undefined },
  shop: MailShop,
): Email {
  const amount = formatCents(card.cents);
  const content = {
    subject: `A gift card of ${amount}`,
    heading: `Here is your gift card of ${amount}.`,
    paragraphs: [
      ...(card.message === undefined ? [] : [card.message]),
      `Your code: ${card.code}`,
      'Redeem it in your account: it becomes store credit, which pays for your orders.',
    ],
    action: { label: 'Redeem the card', url: `${shop.url}/account/credit` },
    closing: 'Whoever has the code can redeem it. Keep this email to yourself.',
    because: 'somebody sends you a gift card of our shop',
  };
  return renderEmail(content, shop);
}
