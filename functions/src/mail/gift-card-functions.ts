import { randomBytes } from 'node:crypto';
import { IssueGiftCardRequestSchema } from '@savepoint/model/credit-changes';
import { GIFT_CARD_CODE_LENGTH, giftCardCode } from '@savepoint/model/gift-card-code';
import { callable } from '../callable/callable.ts';
import * as giftCards from '../credit/gift-cards.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { giftCardEmail } from './gift-card-email.ts';
import { readMailShop } from './mail-shop.ts';
import { mailDocument } from './queue-email.ts';

/** Issues a gift card, mails its code when there is an address, and returns the code once. */
export const issueGiftCard = callable({
  name: 'issueGiftCard',
  access: 'giveCredit',
  schema: IssueGiftCardRequestSchema,
  handle: async ({ email, message, ...request }, staff) => {
    const at = new Date();
    const code = giftCardCode(randomBytes(GIFT_CARD_CODE_LENGTH));
    const shop = email === undefined ? undefined : await readMailShop(database());
    const mailId = `gift-card-${randomBytes(12).toString('hex')}`;
    await giftCards.issueGiftCard(
      firestoreDocumentStore(database()),
      staff,
      request,
      { code, at },
      (transaction) => {
        if (email === undefined || shop === undefined) return;
        const content = giftCardEmail({ code, cents: request.cents, message }, shop);
        transaction.set(`mail/${mailId}`, mailDocument(email, content, at));
      },
    );
    return { code };
  },
});
