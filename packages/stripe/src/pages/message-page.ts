import type { Html, Page } from '@savepoint/server/pages/layout';
import { page } from '@savepoint/server/pages/layout';
import { html } from 'hono/html';
import { formatAmount } from '../core/currency.ts';
import type { CheckoutSessionRecord } from '../state/resources.ts';
import { MESSAGE_STYLE } from './message-style.ts';

function message(options: {
  status: number;
  title: string;
  sign: string;
  tone: 'good' | 'warn';
  text: string;
  action: { url: string; label: string } | null;
}): Page {
  const { status, title, sign, tone, text, action } = options;
  return messagePage(
    title,
    html`<main class="card">
      <div class="sign ${tone}" aria-hidden="true">${sign}</div>
      <h1>${title}</h1>
      <p class="soft">${text}</p>
      ${action && html`<a class="button primary" href="${action.url}">${action.label}</a>`}
    </main>`,
    status,
  );
}

/** The page of a completed session, with a link to its success URL. */
export function alreadyPaidPage(record: CheckoutSessionRecord, successUrl: string): Page {
  const { amount_total: total, currency } = record.session;
  return message({
    status: 200,
    title: 'Already paid',
    sign: '✓',
    tone: 'good',
    text: `This order of ${formatAmount(total ?? 0, currency ?? 'usd')} is paid. You will not be charged again.`,
    action: { url: successUrl, label: 'See your order' },
  });
}

/** The page of an expired session, with a link to its cancel URL. */
export function expiredPage(record: CheckoutSessionRecord): Page {
  const back = record.session.cancel_url;
  return message({
    status: 410,
    title: 'This payment page has expired',
    sign: '⏱',
    tone: 'warn',
    text: 'Nothing was charged. Go back to the shop to start again.',
    action: back === null ? null : { url: back, label: 'Back to the shop' },
  });
}

/** The page for an unknown session id. */
export function unknownSessionPage(): Page {
  return message({
    status: 404,
    title: 'No such payment page',
    sign: '?',
    tone: 'warn',
    text: 'The URL is wrong, or the emulator was restarted after the page was created.',
    action: null,
  });
}

/** The 3-D Secure page of the issuing bank, with a button for each result. */
export function authenticationPage(record: CheckoutSessionRecord): Page {
  const { amount_total: total, currency, id } = record.session;
  return messagePage(
    'Confirm it is you',
    html`<main class="card bank">
      <div class="head"><span>Savepoint Test Bank</span><span class="badge">3-D Secure test</span></div>
      <h1>Confirm it is you</h1>
      <p class="soft">Your bank asks you to approve this payment. Choose how the check ends.</p>
      <dl>
        <div><dt>Amount</dt><dd>${formatAmount(total ?? 0, currency ?? 'usd')}</dd></div>
        <div><dt>Card</dt><dd>•••• ${record.pendingCard?.number.slice(-4)}</dd></div>
      </dl>
      <form method="post">
        <button class="button primary" name="result" value="complete" type="submit">
          Complete authentication
        </button>
        <button class="button" name="result" value="fail" type="submit">Fail authentication</button>
        <a class="button" href="/c/pay/${id}">Use another card</a>
      </form>
    </main>`,
  );
}

/** The page for an unknown path under the hosted pages. */
export function notFoundPage(): Page {
  return messagePage(
    'Not found',
    html`<main class="card">
      <h1>Not found</h1>
      <p class="soft">There is no page at this URL.</p>
      <a class="button" href="/">Open the inspector</a>
    </main>`,
    404,
  );
}

function messagePage(title: string, content: Html, status = 200): Page {
  return page({ title, content, status, style: MESSAGE_STYLE });
}
