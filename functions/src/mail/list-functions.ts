// Lists that anybody may join. Readers leave them with a token from an email.

import {
  ConfirmSubscriptionRequestSchema,
  EmailRequestSchema,
  UnsubscribeRequestSchema,
} from '@savepoint/model/callables';
import { onRequest } from 'firebase-functions/https';
import { callable } from '../callable/callable.ts';
import { functionSettings } from '../config/function-settings.ts';
import { shopUrl } from '../config/settings.ts';
import { database } from '../firestore/database.ts';
import { callerSubjects } from '../firestore/token-bucket.ts';
import { log } from '../logs/log.ts';
import { readMailShop } from './mail-shop.ts';
import * as newsletter from './newsletter.ts';
import { requireTokens } from './require-tokens.ts';
import * as lists from './unsubscribe.ts';

const NEWSLETTER_LIMITS = {
  account: { purpose: 'newsletter', burst: 5, perHour: 10 },
  /** Many people may share a network. */
  network: { purpose: 'newsletterNetwork', burst: 20, perHour: 60 },
};
/** Limits the emails to an address, whoever enters it. */
const NEWSLETTER_LIMIT_PER_EMAIL = { purpose: 'newsletterEmail', burst: 5, perHour: 5 };
/** For each function that takes a token from an email. */
const TOKEN_LIMITS = {
  account: { purpose: 'unsubscribe', burst: 20, perHour: 60 },
  network: { purpose: 'unsubscribeNetwork', burst: 40, perHour: 240 },
};

/**
 * Emails an address the link that subscribes it to the newsletter. The response is the same for a
 * known address.
 */
export const subscribeNewsletter = callable({
  name: 'subscribeNewsletter',
  access: 'public',
  schema: EmailRequestSchema,
  handle: async ({ email }, caller) => {
    const now = new Date();
    await requireTokens(
      [...callerSubjects(caller, NEWSLETTER_LIMITS), [NEWSLETTER_LIMIT_PER_EMAIL, email]],
      now,
    );
    await newsletter.requestSubscription(database(), email, await readMailShop(database()), now);
    return { done: true } as const;
  },
});

/** Subscribes the address of a link to the newsletter, for the linked page; see newsletter.ts. */
export const confirmSubscription = callable({
  name: 'confirmSubscription',
  access: 'public',
  schema: ConfirmSubscriptionRequestSchema,
  handle: async ({ token }, caller) => {
    const now = new Date();
    await requireTokens(callerSubjects(caller, TOKEN_LIMITS), now);
    await newsletter.confirmSubscription(database(), token, await readMailShop(database()), now);
    return { done: true } as const;
  },
});

/** Unsubscribes from a list, for the linked page. The response is the same for an unknown token. */
export const unsubscribe = callable({
  name: 'unsubscribe',
  access: 'public',
  schema: UnsubscribeRequestSchema,
  handle: async (request, caller) => {
    await requireTokens(callerSubjects(caller, TOKEN_LIMITS), new Date());
    await lists.unsubscribe(database(), request);
    return { done: true } as const;
  },
});

/**
 * Unsubscribes from a list, for mail programs: they POST to the URL of List-Unsubscribe (RFC 8058).
 * A GET leads to the page with the button, because email scanners open every link. Responds with
 * 400 to a URL that is not from an email, and with 405 to other methods.
 */
export const unsubscribeOneClick = onRequest(
  { ...functionSettings('unsubscribeOneClick'), cors: false },
  async (request, response) => {
    response.set('Cache-Control', 'no-store');
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
      response.set('Allow', 'GET, HEAD, POST').status(405).send('Only GET, HEAD and POST are allowed.');
      return;
    }
    const parsed = UnsubscribeRequestSchema.safeParse(request.query);
    if (!parsed.success) {
      response.status(400).send('This link is incomplete. Copy the whole link from the email.');
      return;
    }
    if (request.method !== 'POST') {
      response.redirect(303, lists.unsubscribeUrl(shopUrl(), parsed.data));
      return;
    }
    try {
      await lists.unsubscribe(database(), parsed.data);
      response.status(200).send('You are unsubscribed.');
    } catch (error) {
      log.error('one-click-unsubscribe-failed', { list: parsed.data.list }, error);
      response
        .status(503)
        .set('Retry-After', '60')
        .send('That did not work just now. Please try again in a minute.');
    }
  },
);
