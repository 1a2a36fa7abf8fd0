// What is emailed about an account, and which lists its address is on.
import { PasswordResetSchema } from '@savepoint/model/account';
import {
  EmptyRequestSchema,
  type MailPreferences,
  SaveMailPreferencesRequestSchema,
} from '@savepoint/model/callables';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { callable } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';
import { shopUrl } from '../config/settings.ts';
import { auth, database } from '../firestore/database.ts';
import { log } from '../logs/log.ts';
import { actionUrl, passwordResetEmail, verificationEmail, welcomeEmail } from './account-emails.ts';
import * as newsletter from './newsletter.ts';
import { queueEmail } from './queue-email.ts';
import { requireTokens } from './require-tokens.ts';
import { alertsOf } from './stock-alerts.ts';

const RESET_LIMIT_PER_EMAIL = { purpose: 'requestPasswordReset', burst: 5, perHour: 10 };
const RESET_LIMIT_PER_NETWORK = { purpose: 'requestPasswordResetNetwork', burst: 20, perHour: 40 };
const VERIFICATION_LIMIT = { purpose: 'requestEmailVerification', burst: 3, perHour: 6 };
const PREFERENCES_LIMIT = { purpose: 'saveMailPreferences', burst: 10, perHour: 30 };

/** Codes of Auth for an address that has no account. */
const UNKNOWN_ADDRESS = ['auth/user-not-found', 'auth/email-not-found'];

const codeOf = (error: unknown) => (error as { code?: unknown }).code as string;

/** Emails a link for a new password. The response is the same whether or not the address has an account. */
export const requestPasswordReset = callable({
  name: 'requestPasswordReset',
  access: 'public',
  schema: PasswordResetSchema,
  handle: async ({ email }, caller) => {
    const now = new Date();
    const to = email.toLowerCase();
    // Both or none: a network that has no token left cannot use up the tokens of somebody else's address.
    await requireTokens(
      [
        [RESET_LIMIT_PER_EMAIL, to],
        [RESET_LIMIT_PER_NETWORK, caller.network ?? 'unknown'],
      ],
      now,
    );
    try {
      const url = actionUrl(shopUrl(), await auth().generatePasswordResetLink(to));
      const id = `reset-${now.getTime()}-${Buffer.from(to).toString('base64url').slice(0, 80)}`;
      await queueEmail(id, to, passwordResetEmail(url));
    } catch (error) {
      if (!UNKNOWN_ADDRESS.includes(codeOf(error)))
        log.warn('password-reset-not-sent', { code: codeOf(error) });
    }
    return { done: true } as const;
  },
});

async function queueVerification(id: string, to: string): Promise<void> {
  const url = actionUrl(shopUrl(), await auth().generateEmailVerificationLink(to));
  await queueEmail(id, to, verificationEmail(url));
}

/** The account of a uid as Auth has it now: an ID token is up to an hour older. Undefined when it was deleted. */
async function findAccount(uid: string) {
  try {
    return await auth().getUser(uid);
  } catch (error) {
    if (codeOf(error) === 'auth/user-not-found') return undefined;
    throw error;
  }
}

/** The address of a signed-in caller, in lower case as lists store it, and whether it is verified. */
async function requireAddress(uid: string): Promise<{ email: string; isVerified: boolean }> {
  const account = await findAccount(uid);
  if (account?.email === undefined)
    throw httpsError('failed-precondition', 'Your account has no email address.');
  return { email: account.email.toLowerCase(), isVerified: account.emailVerified };
}

/** Emails the caller a link that verifies their address. Sends nothing to one that is verified. */
export const requestEmailVerification = callable({
  name: 'requestEmailVerification',
  access: 'signed-in',
  schema: EmptyRequestSchema,
  handle: async (_request, { uid }) => {
    const now = new Date();
    await requireTokens([[VERIFICATION_LIMIT, uid]], now);
    const { email, isVerified } = await requireAddress(uid);
    if (!isVerified) await queueVerification(`verify-${uid}-${now.getTime()}`, email);
    return { done: true } as const;
  },
});

/** Welcomes a new account by email, and asks it to verify an address that the sign-in has not verified. */
export const onUserCreated = onDocumentCreated({ document: 'users/{uid}', retry: true }, async (event) => {
  const { uid } = event.params;
  const account = await findAccount(uid);
  if (account?.email === undefined) return;
  await queueEmail(`welcome-${uid}`, account.email, welcomeEmail(shopUrl()));
  if (!account.emailVerified) await queueVerification(`verify-${uid}`, account.email);
});

/**
 * What the caller's address is subscribed to, and which sizes they wait for. Nothing is said about the newsletter of an address that is not verified: it may be somebody else's.
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
      stockAlerts: await alertsOf(database(), uid),
    };
  },
});

/** Adds the caller's address to the newsletter or removes it. Rejects with failed-precondition while it is not verified. */
export const saveMailPreferences = callable({
  name: 'saveMailPreferences',
  access: 'signed-in',
  schema: SaveMailPreferencesRequestSchema,
  handle: async (request, { uid }) => {
    const now = new Date();
    await requireTokens([[PREFERENCES_LIMIT, uid]], now);
    const { email, isVerified } = await requireAddress(uid);
    if (!isVerified) throw httpsError('failed-precondition', 'Please confirm your email address first.');
    if (request.newsletter) await newsletter.subscribe(database(), email, shopUrl(), now);
    else await newsletter.leave(database(), email);
    return { done: true } as const;
  },
});
