import {
  DELIVERY_FAULT_BUTTONS,
  type FaultButton,
  faultsSection,
} from '@savepoint/server/pages/faults-section';
import { type Html, html } from '@savepoint/server/pages/html';
import type { Page } from '@savepoint/server/pages/layout';
import { page } from '@savepoint/server/pages/layout';
import { LIVE_PAGE_SCRIPT } from '@savepoint/server/pages/live-page-script';
import { formatAmount } from '../core/currency.ts';
import type { EventDelivery, StripeEvent } from '../state/resources.ts';
import type { Store } from '../state/store.ts';
import { noFaults, type StripeFaults } from '../webhooks/stripe-faults.ts';
import { INSPECTOR_STYLE } from './inspector-page-assets.ts';

const MAX_ROWS = 100;
/** What is shown beside sessions, events and deliveries: the title and the map of the store. */
const OBJECT_KINDS = [
  ['Payment intents', 'paymentIntents'],
  ['Charges', 'charges'],
  ['Refunds', 'refunds'],
  ['Customers', 'customers'],
  ['Products', 'products'],
  ['Shipping rates', 'shippingRates'],
] as const;

/** The buttons for faults of the API. */
const API_FAULT_BUTTONS: readonly FaultButton[] = [
  { label: 'Fail the next API request', faults: { apiFailNext: 1 } },
  { label: 'Lose the next API response', faults: { apiHangUpNext: 1 } },
  { label: 'Delay the API by 3 s', faults: { apiDelayMs: 3000 } },
];

interface InspectorState {
  readonly store: Store;
  readonly faults: StripeFaults;
  readonly nowMs: number;
  /** How far the emulator's clock is ahead. */
  readonly offsetMs: number;
}

/**
 * The page at `/`: objects, events and deliveries with controls. Its script fetches it again and
 * replaces what changed.
 */
export function inspectorPage({ store, faults, nowMs, offsetMs }: InspectorState): Page {
  return page({
    title: 'Stripe emulator',
    style: INSPECTOR_STYLE,
    script: LIVE_PAGE_SCRIPT,
    content: html`<header><h1>Stripe emulator</h1><p class="soft">Checkout, refunds and webhooks on this machine. <span id="connection" role="status"></span></p></header>
<main id="live">
<section class="card" aria-labelledby="sessions"><h2 id="sessions">Checkout sessions <span class="soft">${store.checkoutSessions.size}</span></h2>${sessions(store)}</section>
<section class="card" aria-labelledby="endpoints"><h2 id="endpoints">Webhook endpoints <span class="soft">${store.webhookEndpoints.size}</span></h2>${endpoints(store)}</section>
<section class="card" aria-labelledby="deliveries"><h2 id="deliveries">Deliveries <span class="soft">${store.deliveries.size}</span></h2>${deliveries(store)}</section>
<section class="card" aria-labelledby="events"><h2 id="events">Events <span class="soft">${store.events.size}</span></h2>${events(store)}</section>
<section class="card" aria-labelledby="objects"><h2 id="objects">Objects</h2>${objects(store)}</section>
${faultsSection({
  faults: { ...faults },
  off: { ...noFaults() },
  buttons: [...DELIVERY_FAULT_BUTTONS, ...API_FAULT_BUTTONS],
  heldDeliveries: [...store.deliveries.values()].filter(({ status }) => status === 'held').length,
})}
<section class="card" aria-labelledby="clock"><h2 id="clock">Clock</h2><p>${formatTime(nowMs)} ${offsetMs > 0 ? html`<span class="badge plain">${Math.round(offsetMs / 60_000)} min ahead</span>` : null}</p>
<p class="row"><button class="button" data-post="/_savepoint/clock/advance" data-body='{"seconds":1800}'>+30 minutes</button>
<button class="button" data-post="/_savepoint/clock/advance" data-body='{"seconds":86400}'>+1 day</button></p></section>
</main>`,
  });
}

function sessions(store: Store): Html {
  const rows = [...store.checkoutSessions.values()].reverse().slice(0, MAX_ROWS);
  if (rows.length === 0) {
    return empty('No sessions yet. They appear here when your server calls POST /v1/checkout/sessions.');
  }
  return table(
    ['Session', 'Status', 'Total', 'Created', ''],
    rows.map(({ session }) => [
      html`<code>${short(session.id)}</code>${session.client_reference_id === null ? null : html`<br><span class="soft small">${session.client_reference_id}</span>`}`,
      badge(
        session.status === 'complete' ? 'good' : session.status === 'open' ? 'plain' : 'bad',
        session.status === 'complete' ? session.payment_status : (session.status ?? ''),
      ),
      html`${formatAmount(session.amount_total ?? 0, session.currency ?? 'usd')}`,
      html`${formatTime(session.created * 1000)}`,
      session.url === null
        ? null
        : html`<a class="button" href="${session.url}" target="_top" aria-label="Open the payment page of ${session.id}">Pay</a>`,
    ]),
  );
}

function endpoints(store: Store): Html {
  if (store.webhookEndpoints.size === 0) {
    return empty('None. Start with --webhook-url and --webhook-secret, or call POST /v1/webhook_endpoints.');
  }
  return table(
    ['URL', 'Events'],
    [...store.webhookEndpoints.values()].map((endpoint) => [
      html`<code>${endpoint.url}</code>`,
      html`${endpoint.enabled_events.join(', ')}`,
    ]),
  );
}

function deliveries(store: Store): Html {
  const rows = [...store.deliveries.values()].reverse().slice(0, MAX_ROWS);
  if (rows.length === 0) return empty('No deliveries yet.');
  return table(
    ['Event', 'About', 'Time', 'Status', 'Last response', 'Attempts', ''],
    rows.map((delivery) => [
      html`<strong>${delivery.eventType}</strong>${delivery.note === null ? null : html` <span class="soft">${delivery.note}</span>`}<br><span class="soft small">${delivery.url}</span>`,
      subject(store.events.get(delivery.eventId), store),
      html`${formatTime(delivery.createdMs)}`,
      badge(toneOf(delivery), delivery.status),
      html`${lastResponse(delivery)}`,
      html`${delivery.attempts.length}`,
      resendButton(delivery.eventId, delivery.eventType),
    ]),
  );
}

/**
 * The object of an event, with the reference of its session: that of an order, for a server that
 * sets one.
 */
function subject(event: StripeEvent | undefined, store: Store): Html | null {
  if (event === undefined) return null;
  const { id, payment_intent } = event.data.object as {
    readonly id: string;
    readonly payment_intent?: string | null;
  };
  const session = [...store.checkoutSessions.values()]
    .map((record) => record.session)
    .find((each) => each.id === id || [id, payment_intent].includes(String(each.payment_intent)));
  const reference = session?.client_reference_id ?? null;
  return html`<code>${short(id)}</code>${reference === null ? null : html`<br><span class="soft small">${reference}</span>`}`;
}

function events(store: Store): Html {
  const rows = [...store.events.values()].reverse().slice(0, MAX_ROWS);
  if (rows.length === 0) return empty('No events yet.');
  return html`<ul class="events">${rows.map(
    (
      event: StripeEvent,
    ) => html`<li><details id="${event.id}"><summary><strong>${event.type}</strong> <code class="soft">${short(event.id)}</code> <span class="soft small">${formatTime(event.created * 1000)}</span></summary>
<pre tabindex="0">${JSON.stringify(event, null, 2)}</pre></details></li>`,
  )}</ul>`;
}

function objects(store: Store): Html {
  const kinds = OBJECT_KINDS.filter(([, kind]) => store[kind].size > 0);
  if (kinds.length === 0) return empty('No payment yet: none of what one creates.');
  return html`${kinds.map(
    ([title, kind]) => html`<h3>${title} <span class="soft">${store[kind].size}</span></h3>
<ul class="events">${[...store[kind].values()]
      .reverse()
      .slice(0, MAX_ROWS)
      .map(
        (
          object,
        ) => html`<li><details id="${object.id}"><summary><code>${short(object.id)}</code> ${describeObject(object)}</summary>
<pre tabindex="0">${JSON.stringify(object, null, 2)}</pre></details></li>`,
      )}</ul>`,
  )}`;
}

/** What an object is about, of the fields that kinds of objects share. */
function describeObject(object: object): Html {
  const { amount, currency, status, email, name } = object as {
    readonly amount?: number;
    readonly currency?: string;
    readonly status?: string | null;
    readonly email?: string | null;
    readonly name?: string | null;
  };
  return html`${amount === undefined ? null : formatAmount(amount, currency ?? 'usd')} ${email ?? name ?? null} ${status ? html`<span class="badge plain">${status}</span>` : null}`;
}

function table(headings: readonly string[], rows: readonly (readonly (Html | null)[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${headings.map((heading) => html`<th scope="col">${heading === '' ? html`<span class="visually">Action</span>` : heading}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

function resendButton(eventId: string, type: string): Html {
  return html`<button class="button" data-post="/_savepoint/events/${eventId}/resend" data-body="{}" aria-label="Resend ${type}">Resend</button>`;
}

function toneOf({ status }: EventDelivery): 'good' | 'bad' | 'plain' {
  if (status === 'delivered') return 'good';
  return status === 'failed' || status === 'dropped' ? 'bad' : 'plain';
}

function lastResponse(delivery: EventDelivery): string {
  const last = delivery.attempts.at(-1);
  if (last === undefined) return '-';
  return last.error ?? (last.status === null ? 'sending' : `${last.status} in ${last.durationMs} ms`);
}

function badge(tone: 'good' | 'bad' | 'plain', text: string): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

function empty(text: string): Html {
  return html`<p class="soft">${text}</p>`;
}

function short(id: string): string {
  return id.length > 20 ? `${id.slice(0, 12)}…${id.slice(-4)}` : id;
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19);
}
