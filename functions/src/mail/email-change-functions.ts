import { NewEmailSchema } from '@savepoint/model/account';
import { EmptyRequestSchema } from '@savepoint/model/callables';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { callable } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';
import { functionSettings } from '../config/function-settings.ts';
import { auth, database } from '../firestore/database.ts';
import * as emailChange from './email-change.ts';
import { readMailShop } from './mail-shop.ts';
import { ADDRESS_LIMIT } from './queue-email.ts';
import { requireTokens } from './require-tokens.ts';

const CHANGE_LIMIT = { purpose: 'requestEmailChange', burst: 3, perHour: 6 };
const PROPAGATION_LIMIT = { purpose: 'propagateEmailChange', burst: 10, perHour: 30 };
/** Auth itself requires a sign-in this recent to change an email address or a password. */
const RECENT_SIGN_IN_MS = 5 * 60_000;

const requests = () => database().collection('emailChangeRequests');

/**
 * Requests an email to another address with the link that makes it the account's. Neither the
 * response nor its timing reveals whether that address has an account: `onEmailChangeRequested`
 * looks it up afterwards. Rejects with failed-precondition if the last sign-in is not recent, and
 * for an account without a password, whose address belongs to its provider.
 */
export const requestEmailChange = callable({
  name: 'requestEmailChange',
  access: 'signed-in',
  schema: NewEmailSchema,
  handle: async (request, { uid, authTime }) => {
    const now = new Date();
    if (authTime === undefined || now.getTime() - authTime.getTime() > RECENT_SIGN_IN_MS)
      throw httpsError('failed-precondition', 'For your security, enter your current password again.', {
        field: 'current',
      });
    const user = await auth().getUser(uid);
    if (!user.providerData.some(({ providerId }) => providerId === 'password'))
      throw httpsError(
        'failed-precondition',
        'The address of your account is the one of the service that you log in with. Change it there.',
      );
    const { email } = request;
    if (email === user.email?.toLowerCase())
      throw httpsError('invalid-argument', 'This is the address of your account already.', {
        field: 'email',
      });
    await requireTokens(
      [
        [CHANGE_LIMIT, uid],
        [ADDRESS_LIMIT, email],
      ],
      now,
    );
    await requests().add({ uid, email } satisfies emailChange.EmailChangeRequest);
    return { done: true } as const;
  },
});

/**
 * Emails the new address a link, or the notice that it already has an account, and deletes the
 * request.
 */
export const onEmailChangeRequested = onDocumentCreated(
  { ...functionSettings('onEmailChangeRequested'), document: 'emailChangeRequests/{requestId}', retry: true },
  async (event) => {
    const { requestId } = event.params;
    const request = event.data?.data() as emailChange.EmailChangeRequest | undefined;
    if (request === undefined) return;
    await emailChange.sendEmailChangeLink(
      database(),
      auth(),
      requestId,
      request,
      await readMailShop(database()),
      new Date(),
    );
    await requests().doc(requestId).delete();
  },
);

/**
 * Updates the copies of the caller's address after a change. The page calls it when it notices one.
 */
export const propagateEmailChange = callable({
  name: 'propagateEmailChange',
  access: 'signed-in',
  schema: EmptyRequestSchema,
  handle: async (_request, { uid }) => {
    const now = new Date();
    await requireTokens([[PROPAGATION_LIMIT, uid]], now);
    await emailChange.propagateEmailChange(database(), auth(), uid, await readMailShop(database()), now);
    return { done: true } as const;
  },
});

/** The same for accounts that do not return to the shop's pages, for example after a takeover. */
export const propagateEmailChanges = onSchedule(
  { ...functionSettings('propagateEmailChanges'), schedule: 'every 5 minutes' },
  async () =>
    emailChange.propagateEmailChanges(database(), auth(), await readMailShop(database()), new Date()),
);
