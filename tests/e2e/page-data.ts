// Documents and codes for the pages of routes.ts and page-states.ts, so that they show data.
import { randomUUID } from 'node:crypto';
import { createAccount, type ShopAccount } from './accounts.ts';
import { writeDocument } from './documents.ts';
import { writeOrder } from './orders.ts';

/** Values for the placeholders of a path; see `urlOf`. */
export interface PageData {
  /** Uid of the signed-in account; empty for a guest. */
  readonly account: string;
  /** Id of an order of the signed-in account; empty for a guest. */
  readonly order: string;
  /** Uid of a customer with several orders. */
  readonly customer: string;
  /** Code of an email that resets a password. */
  readonly resetCode: string;
}

const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Creates a password reset code like the one in the email. */
async function createResetCode({ email }: ShopAccount): Promise<string> {
  const response = await fetch(
    `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ requestType: 'PASSWORD_RESET', email, returnOobLink: true }),
    },
  );
  const { oobCode } = (await response.json()) as { readonly oobCode?: string };
  if (oobCode === undefined) throw new Error(`No reset code for ${email}: ${response.status}`);
  return oobCode;
}

/** Writes data for the admin pages: messages, subscribers, searches, the audit log, a sync. */
async function writeAdminData(customer: ShopAccount): Promise<void> {
  const { email } = customer;
  const by = { uid: 'test-admin', email: 'admin@example.com' };
  for (const [days, subject, message] of [
    [0, 'Does the fox tee shrink?', 'I am between two sizes and would like to wash it warm.'],
    [1, 'A second address', 'Can you send one half of my order to my brother?'],
  ] as const)
    await writeDocument(`contactMessages/${randomUUID()}`, {
      ...{ name: 'Robin Reader', email: 'robin@example.com', subject, message, createdAt: daysAgo(days) },
    });
  for (let number = 1; number <= 3; number += 1)
    await writeDocument(`newsletter/${randomUUID()}`, {
      ...{ email: `reader-${number}@example.com`, token: 'x'.repeat(43), createdAt: daysAgo(number) },
    });
  await writeDocument(`audit/${randomUUID()}`, {
    ...{ action: 'saveProduct', target: 'products/boss-rush-tee', summary: 'Changed price, description' },
    changes: [
      { field: 'price', before: 45, after: 39 },
      {
        field: 'description',
        before: 'Nine bosses on one shirt.',
        after: 'Nine bosses, one shirt, no pause.',
      },
    ],
    ...{ at: daysAgo(0).toISOString(), ...by },
  });
  await writeDocument(`syncs/${randomUUID()}`, {
    ...{ status: 'applied', startedAt: daysAgo(1).toISOString(), startedBy: by.uid, cursor: null },
    ...{ pagesRead: 2, productsRead: 140, created: 3, updated: 12, archived: 1, problemCount: 1 },
    ...{ problems: ['Mystery Box: the price is missing'], finishedAt: daysAgo(1).toISOString() },
  });
  for (const status of ['paid', 'packed', 'shipped', 'cancelled', 'delivered'] as const)
    await writeOrder(customer, 'spirit-fox-tee', status);
  await writeDocument(`hiddenReviews/${randomUUID()}`, {
    ...{ productId: 'boss-rush-tee', userId: customer.uid, userName: email.slice(0, 12), rating: 1 },
    ...{ title: 'Buy followers here', content: 'Not about a shirt at all.', createdAt: daysAgo(3) },
  });
}

/** Writes the data for the pages that `as` sees and for `account`, which opens them. */
export async function writePageData(
  as: 'shopper' | 'admin' | undefined,
  account?: ShopAccount,
): Promise<PageData> {
  const customer = await createAccount({});
  if (as === 'admin') await writeAdminData(customer);
  const order =
    account === undefined
      ? ''
      : await writeOrder(account, 'boss-rush-tee', as === 'admin' ? 'paid' : 'delivered');
  if (order !== '')
    await writeDocument(`payments/${order}`, { paymentIntentId: 'pi_page_data', paidCents: 5099 });
  return {
    account: account?.uid ?? '',
    customer: customer.uid,
    order,
    resetCode: await createResetCode(customer),
  };
}
