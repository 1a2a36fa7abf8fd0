import {
  DELIVERY_FAULT_BUTTONS,
  type FaultButton,
  faultsSection,
} from '@savepoint/server/pages/faults-section';
import type { Html, Page } from '@savepoint/server/pages/layout';
import { page } from '@savepoint/server/pages/layout';
import { LIVE_PAGE_SCRIPT } from '@savepoint/server/pages/live-page-script';
import { html } from 'hono/html';
import { formatAmount } from '../core/currency.ts';
import type { EventDelivery, StripeEvent } from '../state/resources.ts';
import type { Store } from '../state/store.ts';
import { noFaults, type StripeFaults } from '../webhooks/stripe-faults.ts';
import { INSPECTOR_STYLE } from './inspector-style.ts';

const MAX_ROWS = 100;
/** The heading of a column of buttons. */
const ACTION = html`<span class="visually">Action</span>`;
/**
 * The kinds of objects shown besides sessions, events and deliveries: title and map in the store.
 */
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
 * The page at `/`: objects, events and deliveries with controls. Its script refetches the page and
 * replaces the changes.
 */
export function inspectorPage({ store, faults, nowMs, offsetMs }: InspectorState): Page {
  return page({
    title: 'Stripe emulator',
    style: INSPECTOR_STYLE,
    script: LIVE_PAGE_SCRIPT,
    content: html`<header>
        <h1>Stripe emulator</h1>
        <p class="soft">
          Checkout, refunds and webhooks on this machine. <span id="connection" role="status"></span>
        </p>
      </header>
      <main id="live">
        ${section('sessions', 'Checkout sessions', store.checkoutSessions.size, sessions(store))}
        ${section('endpoints', 'Webhook endpoints', store.webhookEndpoints.size, endpoints(store))}
        ${section('deliveries', 'Deliveries', store.deliveries.size, deliveries(store))}
        ${section('events', 'Events', store.events.size, events(store))}
        ${section('objects', 'Objects', null, objects(store))}
        ${faultsSection({
          faults: { ...faults },
          off: { ...noFaults() },
          buttons: [...DELIVERY_FAULT_BUTTONS, ...API_FAULT_BUTTONS],
          heldDeliveries: [...store.deliveries.values()].filter(({ status }) => status === 'held').length,
        })}
        ${section('clock', 'Clock', null, clock(nowMs, offsetMs))}
      </main>`,
  });
}

function section(id: string, title: string, count: number | null, content: Html): Html {
  return html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${title}${count !== null && html` <span class="soft">${count}</span>`}</h2>
    ${content}
  </section>`;
}

function clock(nowMs: number, offsetMs: number): Html {
  const ahead = html`<span class="badge plain">${Math.round(offsetMs / 60_000)} min ahead</span>`;
  return html`<p>${formatTime(nowMs)} ${offsetMs > 0 && ahead}</p>
    <p class="row">${advanceButton('+30 minutes', 1_800)}${advanceButton('+1 day', 86_400)}</p>`;
}

function advanceButton(label: string, seconds: number): Html {
  const body = JSON.stringify({ seconds });
  return html`<button class="button" data-post="/_savepoint/clock/advance" data-body="${body}">${label}</button>`;
}

function sessions(store: Store): Html {
  const rows = [...store.checkoutSessions.values()].reverse().slice(0, MAX_ROWS);
  if (rows.length === 0) {
    return empty('No sessions yet. They appear here when your server calls POST /v1/checkout/sessions.');
  }
  return table(
    ['Session', 'Status', 'Total', 'Created', ''],
    rows.map(({ session }) => [
      withReference(session.id, session.client_reference_id),
      badge(
        session.status === 'complete' ? 'good' : session.status === 'open' ? 'plain' : 'bad',
        session.status === 'complete' ? session.payment_status : (session.status ?? ''),
      ),
      formatAmount(session.amount_total ?? 0, session.currency ?? 'usd'),
      formatTime(session.created * 1000),
      session.url === null ? null : payLink(session.url, session.id),
    ]),
  );
}

/** An object's short id, above the reference that the server has set. */
function withReference(id: string, reference: string | null): Html {
  const second = html`<br><span class="soft small">${reference}</span>`;
  return html`<code>${short(id)}</code>${reference !== null && second}`;
}

function payLink(url: string, id: string): Html {
  const label = `Open the payment page of ${id}`;
  return html`<a class="button" href="${url}" target="_top" aria-label="${label}">Pay</a>`;
}

function endpoints(store: Store): Html {
  if (store.webhookEndpoints.size === 0) {
    return empty('None. Start with --webhook-url and --webhook-secret, or call POST /v1/webhook_endpoints.');
  }
  return table(
    ['URL', 'Events'],
    [...store.webhookEndpoints.values()].map((endpoint) => [
      html`<code>${endpoint.url}</code>`,
      endpoint.enabled_events.join(', '),
    ]),
  );
}

function deliveries(store: Store): Html {
  const rows = [...store.deliveries.values()].reverse().slice(0, MAX_ROWS);
  if (rows.length === 0) return empty('No deliveries yet.');
  return table(
    ['Event', 'About', 'Time', 'Status', 'Last response', 'Attempts', ''],
    rows.map((delivery) => [
      deliveryTitle(delivery),
      subject(store.events.get(delivery.eventId), store),
      formatTime(delivery.createdMs),
      badge(toneOf(delivery), delivery.status),
      lastResponse(delivery),
      String(delivery.attempts.length),
      resendButton(delivery.eventId, delivery.eventType),
    ]),
  );
}

function deliveryTitle({ eventType, note, url }: EventDelivery): Html {
  return html`<strong>${eventType}</strong>${note !== null && html` <span class="soft">${note}</span>`}
    <br><span class="soft small">${url}</span>`;
}

/**
 * The object of an event, with the reference of its session, such as an order id, if the server has
 * set one.
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
  return withReference(id, session?.client_reference_id ?? null);
}

function events(store: Store): Html {
  const rows = [...store.events.values()].reverse().slice(0, MAX_ROWS);
  if (rows.length === 0) return empty('No events yet.');
  return detailsList(
    rows.map((event) => {
      const { id, type, created } = event;
      const time = html`<span class="soft small">${formatTime(created * 1000)}</span>`;
      return details(event, html`<strong>${type}</strong> <code class="soft">${short(id)}</code> ${time}`);
    }),
  );
}

function objects(store: Store): Html {
  const kinds = OBJECT_KINDS.filter(([, kind]) => store[kind].size > 0);
  if (kinds.length === 0) return empty('No payments yet.');
  return html`${kinds.map(([title, kind]) => {
    const rows = [...store[kind].values()].reverse().slice(0, MAX_ROWS);
    return html`<h3>${title} <span class="soft">${store[kind].size}</span></h3>
      ${detailsList(rows.map((object) => details(object, html`<code>${short(object.id)}</code> ${describeObject(object)}`)))}`;
  })}`;
}

function detailsList(items: readonly Html[]): Html {
  return html`<ul class="events">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

/** An object as JSON that expands below a summary. */
function details(object: { readonly id: string }, summary: Html): Html {
  return html`<details id="${object.id}">
    <summary>${summary}</summary>
    <pre tabindex="0">${JSON.stringify(object, null, 2)}</pre>
  </details>`;
}

/** Describes an object by fields that different kinds of objects share. */
function describeObject(object: object): Html {
  const { amount, currency, status, email, name } = object as {
    readonly amount?: number;
    readonly currency?: string;
    readonly status?: string | null;
    readonly email?: string | null;
    readonly name?: string | null;
  };
  const cost = amount !== undefined && formatAmount(amount, currency ?? 'usd');
  return html`${cost} ${email ?? name} ${status && badge('plain', status)}`;
}

function table(headings: readonly string[], rows: readonly (readonly (Html | string | null)[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table">
    <table>
      <thead>
        <tr>${headings.map((heading) => html`<th scope="col">${heading || ACTION}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

function resendButton(eventId: string, type: string): Html {
  return html`<button class="button" data-post="/_savepoint/events/${eventId}/resend" data-body="{}"
    aria-label="Resend ${type}">Resend</button>`;
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
