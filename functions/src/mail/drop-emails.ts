// The emails of drops: about units that were given, and about drops that open soon.
import type { UnsubscribeRequest } from '@savepoint/model/callables';
import type { DropFields } from '@savepoint/model/drop';
import { WAITING_ROOM_MINUTES } from '@savepoint/model/drop-phase';
import { describeEdition } from '@savepoint/model/edition';
import { type Email, renderEmail } from './email.ts';
import type { MailShop } from './email-content.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/**
 * Created once: a drop sends thousands of emails, and creating a formatter takes longer than
 * creating an email.
 */
const UTC_TIME = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  ...({ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const),
});

/** A time for readers anywhere: 'Friday, November 27, 3:00 PM UTC'. */
const timeText = (time: Date) => `${UTC_TIME.format(time).replace(' at ', ', ')} UTC`;

const dropUrl = (shop: MailShop, dropId: string) => `${shop.url}/drops/${encodeURIComponent(dropId)}`;

/** The email to somebody who was given units of a drop. */
export function dropGivenEmail(
  dropId: string,
  drop: Pick<DropFields, 'title' | 'kind'>,
  given: { readonly numbers: readonly number[]; readonly of: number; readonly payBy: Date },
  shop: MailShop,
): Email {
  const edition = describeEdition(given);
  return renderEmail(
    {
      subject: `${drop.title}: ${edition} is yours to buy`,
      heading: drop.kind === 'draw' ? 'You were drawn.' : 'It is your turn.',
      paragraphs: [
        `${edition} of ${drop.title} waits for you. Order it by ${timeText(given.payBy)}; after that it goes to the next in line.`,
      ],
      action: { label: 'Buy it now', url: dropUrl(shop, dropId) },
      closing: 'If you do not want it, leave the drop on its page, and somebody else can have it.',
      because: 'you have entered this drop',
    },
    shop,
  );
}

/** The email about a drop that opens soon. */
export function dropReminderEmail(
  dropId: string,
  drop: Pick<DropFields, 'title' | 'kind' | 'units' | 'opensAt' | 'closesAt'>,
  request: UnsubscribeRequest,
  shop: MailShop,
): Email {
  const how =
    drop.kind === 'draw'
      ? `Everybody who enters before ${timeText(new Date(drop.closesAt))} has the same chance.`
      : `Be in line when it opens: the places of all who wait are drawn. The line can be entered ${WAITING_ROOM_MINUTES} minutes before.`;
  return renderEmail(
    {
      subject: `${drop.title} opens soon`,
      heading: `${drop.title} opens soon.`,
      paragraphs: [`The drop opens on ${timeText(new Date(drop.opensAt))}, with ${drop.units} units. ${how}`],
      action: { label: 'Go to the drop', url: dropUrl(shop, dropId) },
      closing: 'Sign in and confirm your email address before it opens.',
      because: 'you asked to be reminded of this drop',
      unsubscribeUrl: unsubscribeUrl(shop.url, request),
    },
    shop,
  );
}
