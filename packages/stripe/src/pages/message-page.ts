import { Html, html } from '@savepoint/server/pages/html';
import type { Page } from '@savepoint/server/pages/layout';
import { page } from '@savepoint/server/pages/layout';
import { formatAmount } from '../core/currency.ts';
import type { CheckoutSessionRecord } from '../state/resources.ts';

const STYLE = `
body{min-height:100vh;display:grid;place-items:center;padding:20px}
main{width:100%;max-width:460px;padding:36px 32px;text-align:center}
main h1{font-size:1.5rem;line-height:1.25;margin:16px 0 10px}main .button{margin-top:12px;width:100%}main p+form,main p+.button{margin-top:24px}
.sign{width:64px;height:64px;border-radius:50%;display:grid;place-items:center;margin:0 auto;font-size:1.75rem;font-weight:700;background:var(--accent-soft);color:var(--accent)}
.sign.good{background:var(--good-soft);color:var(--good)}.sign.warn{background:var(--warn-soft);color:var(--warn)}
.bank{text-align:left}.bank .head{display:flex;justify-content:space-between;align-items:center;padding-bottom:16px;border-bottom:1px solid var(--line);font-weight:700}
.bank dl{margin:16px 0 24px}.bank dl div{display:flex;justify-content:space-between;gap:16px;padding:6px 0}.bank dd{font-weight:600;text-align:right}
`;

function message(options: {
  status: number;
  title: string;
  sign: string;
  tone: 'good' | 'warn';
  text: string;
  action: { url: string; label: string } | null;
}): Page {
  return page({
    title: options.title,
    status: options.status,
    style: STYLE,
    content: html`<main class="card"><div class="sign ${options.tone}" aria-hidden="true">${options.sign}</div>
<h1>${options.title}</h1><p class="soft">${options.text}</p>${
      options.action === null
        ? null
        : html`<a class="button primary" href="${options.action.url}">${options.action.label}</a>`
    }</main>`,
  });
}

/** The page of a session that is complete, with a link to its success URL. */
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

/** The page for an id that no session has. */
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
  return page({
    title: 'Confirm it is you',
    style: STYLE,
    content: html`<main class="card bank"><div class="head"><span>Savepoint Test Bank</span><span class="badge">3-D Secure test</span></div>
<h1>Confirm it is you</h1>
<p class="soft">Your bank asks you to approve this payment. Choose how the check ends.</p>
<dl><div><dt>Amount</dt><dd>${formatAmount(total ?? 0, currency ?? 'usd')}</dd></div>
<div><dt>Card</dt><dd>•••• ${record.pendingCard?.number.slice(-4) ?? null}</dd></div></dl>
<form method="post"><button class="button primary" name="result" value="complete" type="submit">Complete authentication</button>
<button class="button" name="result" value="fail" type="submit">Fail authentication</button>
<a class="button" href="/c/pay/${id}">Use another card</a></form></main>`,
  });
}

/** The page for an unknown path under the hosted pages. */
export function notFoundPage(): Page {
  return page({
    title: 'Not found',
    status: 404,
    style: STYLE,
    content: new Html(
      '<main class="card"><h1>Not found</h1><p class="soft">There is no page at this URL.</p><a class="button" href="/">Open the inspector</a></main>',
    ),
  });
}
