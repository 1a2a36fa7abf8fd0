import type { Page } from '@savepoint/server/pages/layout';
import { redirectTo } from '@savepoint/server/pages/layout';
import type { Parameters } from '../core/form-body.ts';
import type { CardFormErrors, CardFormInput } from '../payments/card-form.ts';
import { emailError, parseCardForm } from '../payments/card-form.ts';
import { selectShippingRate } from '../payments/checkout-session.ts';
import { attemptPayment, cancelAuthentication, finishAuthentication } from '../payments/pay-session.ts';
import type { Account } from '../state/account.ts';
import type { CheckoutSessionRecord, PaymentOutcome } from '../state/resources.ts';
import { alreadyPaidPage, authenticationPage, expiredPage, unknownSessionPage } from './message-page.ts';
import { paymentPage } from './payment-page.ts';

interface HostedPageContext {
  readonly account: Account;
  /**
   * Resolves when these events are delivered, or after a time limit, because Stripe's page waits
   * before it redirects.
   */
  readonly waitForDeliveries: (eventIds: ReadonlySet<string>) => Promise<void>;
}

/**
 * Handles `/c/pay/:session`: shows the payment form, or pays with a submitted one. `form` is null
 * for GET.
 */
export async function payPage(
  context: HostedPageContext,
  sessionId: string,
  form: Parameters | null,
): Promise<Page> {
  const { account } = context;
  const record = account.store.checkoutSessions.get(sessionId);
  if (record === undefined) return unknownSessionPage();
  if (form === null) {
    const closed = closedPage(record);
    if (closed !== null) return closed;
    cancelAuthentication(record);
    return renderForm(account, record, blankInput(record), {}, null);
  }
  const input = readInput(record, form);
  const attempt = textOf(form.attempt).slice(0, 100) || null;
  const fill = textOf(form.fill);
  if (fill !== '') {
    return renderForm(account, record, { ...input, number: fill, expiry: '12 / 34', cvc: '123' }, {}, null);
  }
  if (record.session.status === 'open') {
    const shipping = textOf(form.shipping);
    if (record.shippingRates.some((rate) => rate.id === shipping)) selectShippingRate(record, shipping);
  }
  const read = parsePayer(record, input, account.clock.nowMs());
  if ('errors' in read) {
    // For the shopper, a closed session is more important than errors in the form.
    return closedPage(record) ?? renderForm(account, record, input, read.errors, null);
  }
  return respond(context, record, input, () => attemptPayment(account, record, read.card, attempt));
}

/**
 * Handles `/c/pay/:session/authenticate`: shows the 3-D Secure page, or ends authentication. `form`
 * is null for GET.
 */
export async function authenticatePage(
  context: HostedPageContext,
  sessionId: string,
  form: Parameters | null,
): Promise<Page> {
  const { account } = context;
  const record = account.store.checkoutSessions.get(sessionId);
  if (record === undefined) return unknownSessionPage();
  if (form === null) {
    const closed = closedPage(record);
    if (closed !== null) return closed;
    return record.pendingCard === null ? redirectTo(`/c/pay/${sessionId}`) : authenticationPage(record);
  }
  const passed = textOf(form.result) === 'complete';
  const input = {
    ...blankInput(record),
    email: record.pendingCard?.email ?? record.session.customer_email ?? '',
  };
  return respond(context, record, input, () => finishAuthentication(account, record, passed));
}

/** The URL to which the shopper is redirected after paying. */
function successUrl(record: CheckoutSessionRecord): string {
  return (record.session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', record.session.id);
}

async function respond(
  context: HostedPageContext,
  record: CheckoutSessionRecord,
  input: CardFormInput,
  pay: () => PaymentOutcome,
): Promise<Page> {
  const { account } = context;
  const eventsBefore = account.store.events.size;
  const outcome = pay();
  switch (outcome.kind) {
    case 'authenticate':
      return redirectTo(`/c/pay/${record.session.id}/authenticate`);
    case 'declined':
      return renderForm(account, record, { ...input, cvc: '' }, {}, outcome.message);
    case 'closed':
      return outcome.status === 'expired' ? expiredPage(record) : redirectTo(successUrl(record));
    case 'paid': {
      const eventIds = [...account.store.events.keys()].slice(eventsBefore);
      await context.waitForDeliveries(new Set(eventIds));
      return redirectTo(successUrl(record));
    }
  }
}

/** Parses the form of a session: the card, or only the email if there is nothing to pay. */
function parsePayer(
  record: CheckoutSessionRecord,
  input: CardFormInput,
  nowMs: number,
): ReturnType<typeof parseCardForm> {
  if (record.session.amount_total !== 0) return parseCardForm(input, nowMs);
  const error = emailError(input.email.trim());
  if (error !== null) return { errors: { email: error } };
  return { card: { number: '', expMonth: 0, expYear: 0, name: null, email: input.email.trim() } };
}

function closedPage(record: CheckoutSessionRecord): Page | null {
  if (record.session.status === 'complete') return alreadyPaidPage(record, successUrl(record));
  if (record.session.status === 'expired') return expiredPage(record);
  return null;
}

function renderForm(
  account: Account,
  record: CheckoutSessionRecord,
  input: CardFormInput,
  errors: CardFormErrors,
  declined: string | null,
): Page {
  return paymentPage({
    record,
    products: account.store.products,
    input,
    errors,
    declined,
    attempt: account.ids.generate('attempt'),
  });
}

function blankInput(record: CheckoutSessionRecord): CardFormInput {
  return { email: record.session.customer_details?.email ?? '', number: '', expiry: '', cvc: '', name: '' };
}

function readInput(record: CheckoutSessionRecord, form: Parameters): CardFormInput {
  return {
    email: record.session.customer_email ?? textOf(form.email),
    number: textOf(form.number).slice(0, 40),
    expiry: textOf(form.expiry).slice(0, 20),
    cvc: textOf(form.cvc).slice(0, 10),
    name: textOf(form.name).slice(0, 200),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
