// Emails about an account, and the subscriptions of its address.

import { PasswordResetSchema } from '@savepoint/model/account';
import {
  EmptyRequestSchema,
  type MailPreferences,
  SaveMailPreferencesRequestSchema,
} from '@savepoint/model/callables';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { callable } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';
import { readOwnAddress } from '../callable/own-address.ts';
import { functionSettings } from '../config/function-settings.ts';
import { auth, database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { actionUrl, passwordResetEmail, verificationEmail, welcomeEmail } from './account-emails.ts';
import type { Email } from './email.ts';
import type { MailShop } from './email-content.ts';
import { readMailShop } from './mail-shop.ts';
import * as newsletter from './newsletter.ts';
import { ADDRESS_LIMIT, queueEmail, queueLimitedEmail } from './queue-email.ts';
import * as reminders from './reminders.ts';
import { requireTokens } from './require-tokens.ts';
import { alertsOf } from './stock-alerts.ts';

const RESET_LIMIT_PER_EMAIL = { purpose: 'requestPasswordReset', burst: 5, perHour: 10 };
const RESET_LIMIT_PER_NETWORK = { purpose: 'requestPasswordResetNetwork', burst: 20, perHour: 40 };
const VERIFICATION_LIMIT = { purpose: 'requestEmailVerification', burst: 3, perHour: 6 };
const PREFERENCES_LIMIT = { purpose: 'saveMailPreferences', burst: 10, perHour: 30 };

/** Auth's codes for an address without an account, or for an invalid one. */
const UNKNOWN_ADDRESS: readonly unknown[] = [
  'auth/user-not-found',
  'auth/email-not-found',
  'auth/invalid-email',
];

const resetRequests = () => database().collection('passwordResetRequests');

/**
 * Requests an email with a link to reset a password. Neither the response nor its timing reveals
 * whether the address has an account: `onPasswordResetRequested` looks it up afterwards.
 */
export const requestPasswordReset = callable({
  name: 'requestPasswordReset',
  access: 'public',
  schema: PasswordResetSchema,
  handle: async ({ email: to }, caller) => {
    const now = new Date();
    // Both or none: a network without tokens cannot use up those of somebody else's address.
    await requireTokens(
      [
        [RESET_LIMIT_PER_EMAIL, to],
        [RESET_LIMIT_PER_NETWORK, caller.network ?? 'unknown'],
      ],
      now,
    );
    await resetRequests().add({ email: to });
    return { done: true } as const;
  },
});

/** Emails the link to reset a password to an address with an account, and deletes the request. */
export const onPasswordResetRequested = onDocumentCreated(
  {
    ...functionSettings('onPasswordResetRequested'),
    document: 'passwordResetRequests/{requestId}',
    retry: true,
  },
  async (event) => {
    const { requestId } = event.params;
    const to = String(event.data?.get('email'));
    try {
      const { uid } = await auth().getUserByEmail(to);
      const shop = await readMailShop(database());
      const url = actionUrl(shop.url, await auth().generatePasswordResetLink(to));
      await queueEmail(`reset-${uid}-${requestId}`, to, passwordResetEmail(url, shop));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (!UNKNOWN_ADDRESS.includes(code)) throw error;
    }
    await resetRequests().doc(requestId).delete();
  },
);

async function verificationOf(to: string, shop: MailShop): Promise<Email> {
  return verificationEmail(actionUrl(shop.url, await auth().generateEmailVerificationLink(to)), shop);
}

/** The address of a signed-in caller, in lower case as in lists, and whether it is verified. */
async function requireAddress(uid: string): Promise<{ email: string; isVerified: boolean }> {
  const address = await readOwnAddress(auth(), uid);
  if (address === undefined) throw httpsError('failed-precondition', 'Your account has no email address.');
  return { ...address, email: address.email.toLowerCase() };
}

/** Emails the caller a link to verify their address, unless it is verified. */
export const requestEmailVerification = callable({
  name: 'requestEmailVerification',
  access: 'signed-in',
  schema: EmptyRequestSchema,
  handle: async (_request, { uid }) => {
    const now = new Date();
    const { email, isVerified } = await requireAddress(uid);
    // Accounts are free, so many of them in turn could use one address.
    await requireTokens(
      [
        [VERIFICATION_LIMIT, uid],
        [ADDRESS_LIMIT, email],
      ],
      now,
    );
    if (isVerified) return { done: true } as const;
    const verification = await verificationOf(email, await readMailShop(database()));
    await queueEmail(`verify-${uid}-${now.getTime()}`, email, verification);
    return { done: true } as const;
  },
});

/**
 * Welcomes a new account by email, and asks for verification unless the sign-in has verified the
 * address.
 */
export const onUserCreated = onDocumentCreated(
  { ...functionSettings('onUserCreated'), document: 'users/{uid}', retry: true },
  async (event) => {
    const { uid } = event.params;
    const address = await readOwnAddress(auth(), uid);
    if (address === undefined) return;
    const { email, isVerified } = address;
    const store = firestoreDocumentStore(database());
    const shop = await readMailShop(database());
    const now = new Date();
    await queueLimitedEmail(store, `welcome-${uid}`, email, welcomeEmail(shop), now);
    if (!isVerified)
      await queueLimitedEmail(store, `verify-${uid}`, email, await verificationOf(email, shop), now);
  },
);

/**
 * The subscriptions of the caller's address, and the sizes with alerts. The newsletter of an
 * unverified address is not revealed: it may be somebody else's.
 */
export const readMailPreferences = callable({
  name: 'readMailPreferences',
  access: 'signed-in',
  schema: EmptyRequestSchema,
  handle: async (_request, { uid }): Promise<MailPreferences> => {
    const { email, isVerified } = await requireAddress(uid);
    return {
      isVerified,
      newsletter: isVerified && (await newsletter.isSubscribed(database(), email)),
      reminders: isVerified && (await reminders.areRemindersOn(database(), uid)),
      stockAlerts: await alertsOf(database(), uid),
    };
  },
});

/**
 * Subscribes or unsubscribes the caller's address, and sets reminders. Rejects with
 * failed-precondition while the address is not verified.
 */
export const saveMailPreferences = callable({
  name: 'saveMailPreferences',
  access: 'signed-in',
  schema: SaveMailPreferencesRequestSchema,
  handle: async (request, { uid }) => {
    const now = new Date();
    await requireTokens([[PREFERENCES_LIMIT, uid]], now);
    const { email, isVerified } = await requireAddress(uid);
    if (!isVerified) throw httpsError('failed-precondition', 'Please confirm your email address first.');
    const { newsletter: isReader, reminders: isOn } = request;
    if (isReader === true) await newsletter.subscribe(database(), email, await readMailShop(database()), now);
    if (isReader === false) await newsletter.leave(database(), email);
    if (isOn !== undefined) await reminders.chooseReminders(database(), uid, isOn);
    return { done: true } as const;
  },
});
