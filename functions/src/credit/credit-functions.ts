import { GiveCreditRequestSchema, RedeemGiftCardRequestSchema } from '@savepoint/model/credit-changes';
import { callable } from '../callable/callable.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import * as giftCards from './gift-cards.ts';
import * as creditGift from './give-credit.ts';

const store = () => firestoreDocumentStore(database());

/** Gives a customer store credit; see give-credit.ts. */
export const giveCredit = callable({
  name: 'giveCredit',
  access: 'giveCredit',
  schema: GiveCreditRequestSchema,
  handle: (request, staff) => creditGift.giveCredit(store(), staff, request, new Date()),
});

/** Turns a gift card into the caller's store credit; see gift-cards.ts. */
export const redeemGiftCard = callable({
  name: 'redeemGiftCard',
  access: 'signed-in',
  schema: RedeemGiftCardRequestSchema,
  handle: (request, caller) => giftCards.redeemGiftCard(store(), caller, request, new Date()),
});
