import { randomUUID } from 'node:crypto';
import { IssueGiftCardRequestSchema } from '@savepoint/model/credit-changes';
import { callable } from '../callable/callable.ts';
import * as giftCards from '../credit/gift-cards.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { giftCardEmail } from './gift-card-email.ts';
import { readMailShop } from './mail-shop.ts';
import { mailDocument } from './queue-email.ts';

/** Issues a gift card, mails its code if there is an address, and returns the code. */
export const issueGiftCard = callable({
  name: 'issueGiftCard',
  access: 'giveCredit',
  schema: IssueGiftCardRequestSchema,
  handle: async ({ email, message, ...request }, staff) => {
    const at = new Date();
    const shop = email === undefined ? undefined : await readMailShop(database());
    const code = await giftCards.issueGiftCard(
      firestoreDocumentStore(database()),
      staff,
      request,
      at,
      (transaction, code) => {
        if (email === undefined || shop === undefined) return;
        const content = giftCardEmail({ code, cents: request.cents, message }, shop);
        transaction.set(`mail/gift-card-${randomUUID()}`, mailDocument(email, content, at));
      },
    );
    return { code };
  },
});
