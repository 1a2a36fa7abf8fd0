import { isLoopbackHost } from '@savepoint/server/core/loopback';
import type { Html, Page } from '@savepoint/server/pages/layout';
import { page } from '@savepoint/server/pages/layout';
import { html } from 'hono/html';
import { formatAmount } from '../core/currency.ts';
import type { CardFormErrors, CardFormInput } from '../payments/card-form.ts';
import { TEST_CARDS } from '../payments/test-cards.ts';
import type { CheckoutSessionRecord, LineItem, Product } from '../state/resources.ts';
import { PAYMENT_SCRIPT } from './payment-script.ts';
import { PAYMENT_STYLE } from './payment-style.ts';

/** The data of the page. */
interface PaymentView {
  readonly record: CheckoutSessionRecord;
  readonly products: ReadonlyMap<string, Product>;
  readonly input: CardFormInput;
  readonly errors: CardFormErrors;
  /** The message of the last attempt if the card was declined. */
  readonly declined: string | null;
  /** Identifies this rendering of the form, so that submitting it twice charges only once. */
  readonly attempt: string;
}

/** Renders the payment form and the order summary. */
export function paymentPage(view: PaymentView): Page {
  const { session } = view.record;
  const failed = view.declined !== null || Object.keys(view.errors).length > 0;
  const title = `${failed ? 'Error: ' : ''}Pay ${total(view.record)}`;
  return page({
    title,
    style: PAYMENT_STYLE,
    script: PAYMENT_SCRIPT,
    status: failed ? 422 : 200,
    content: html`<a class="skip" href="#pay">Skip to payment</a>
      <div class="split">
        ${summary(view)}
        <main id="pay" class="pane">
          <h1>${session.amount_total === 0 ? 'Confirm your order' : 'Pay by card'}</h1>
          <div id="declined" role="alert">${view.declined !== null && declinedNotice(view.declined)}</div>
          ${form(view)}
          <p class="soft small foot">Test mode. No card is charged and nothing leaves this machine.</p>
        </main>
      </div>`,
  });
}

function declinedNotice(message: string): Html {
  return html`<div class="notice"><span aria-hidden="true">!</span><p>${message}</p></div>`;
}

/**
 * The Enter key activates a form's first submit button, which would otherwise be that of a test
 * card.
 */
const ENTER_BUTTON = html`<button class="visually" type="submit" tabindex="-1" aria-hidden="true"></button>`;

function form(view: PaymentView): Html {
  const { session } = view.record;
  const isFree = session.amount_total === 0;
  return html`<form method="post" action="/c/pay/${session.id}" novalidate>
    ${ENTER_BUTTON}
    <input type="hidden" name="attempt" value="${view.attempt}">
    ${field(view, { ...EMAIL, readonly: session.customer_email !== null })}
    ${!isFree && cardFields(view)}
    ${shippingChoice(view.record)}
    <button class="button primary" id="submit" type="submit">
      <span class="spin" hidden></span>
      <span class="text">${isFree ? 'Confirm' : `Pay ${total(view.record)}`}</span>
    </button>
    <p class="visually" role="status" aria-live="polite" id="progress"></p>
  </form>`;
}

interface FieldDefinition {
  readonly name: keyof CardFormInput;
  readonly label: string;
  readonly placeholder: string;
  readonly autocomplete: string;
  readonly inputmode: string;
  readonly maxlength: number;
  readonly readonly?: boolean;
  readonly optional?: boolean;
}

const EMAIL: FieldDefinition = {
  name: 'email',
  label: 'Email',
  placeholder: 'name@example.com',
  autocomplete: 'email',
  inputmode: 'email',
  maxlength: 254,
};
const NUMBER: FieldDefinition = {
  name: 'number',
  label: 'Card number',
  placeholder: '1234 1234 1234 1234',
  autocomplete: 'cc-number',
  inputmode: 'numeric',
  maxlength: 23,
};
const EXPIRY: FieldDefinition = {
  name: 'expiry',
  label: 'Expiry date',
  placeholder: 'MM / YY',
  autocomplete: 'cc-exp',
  inputmode: 'numeric',
  maxlength: 9,
};
const CVC: FieldDefinition = {
  name: 'cvc',
  label: 'Security code',
  placeholder: 'CVC',
  autocomplete: 'cc-csc',
  inputmode: 'numeric',
  maxlength: 4,
};
const NAME: FieldDefinition = {
  name: 'name',
  label: 'Name on card',
  placeholder: '',
  autocomplete: 'cc-name',
  inputmode: 'text',
  maxlength: 120,
  optional: true,
};

function cardFields(view: PaymentView): Html {
  const quickFills = TEST_CARDS.filter((card) => card.quickFill);
  return html`<fieldset class="fill">
      <legend>Test cards</legend>
      <div class="chips">
        ${quickFills.map(
          ({ number, label }) => html`<button class="button chip" type="submit" name="fill" value="${number}"
            formnovalidate>${label}<span class="soft">${number.slice(-4)}</span></button>`,
        )}
      </div>
    </fieldset>
    ${field(view, NUMBER)}
    <div class="pair">${field(view, EXPIRY)}${field(view, CVC)}</div>
    ${field(view, NAME)}`;
}

function field(view: PaymentView, definition: FieldDefinition): Html {
  const { name, label, placeholder, autocomplete, inputmode, maxlength, readonly, optional } = definition;
  const error = view.errors[name];
  const id = `card-${name}`;
  return html`<div class="field">
    <label for="${id}">${label}${optional && html` <span class="soft">(optional)</span>`}</label>
    <input id="${id}" name="${name}" value="${view.input[name]}" placeholder="${placeholder}"
      autocomplete="${autocomplete}" inputmode="${inputmode}" maxlength="${maxlength}" spellcheck="false"
      aria-describedby="${id}-error" aria-invalid="${String(error !== undefined)}"
      ${readonly && 'readonly'} ${!optional && 'required'}>
    <p class="error" id="${id}-error" aria-live="polite">${error}</p>
  </div>`;
}

function shippingChoice(record: CheckoutSessionRecord): Html | null {
  if (record.shippingRates.length < 2) return null;
  const chosen = record.session.shipping_cost?.shipping_rate;
  const subtotal = record.session.amount_subtotal ?? 0;
  const currency = record.session.currency ?? 'usd';
  return html`<fieldset class="shipping">
    <legend>Shipping</legend>
    ${record.shippingRates.map((rate) => {
      const amount = rate.fixed_amount?.amount ?? 0;
      return html`<label class="choice">
        <input type="radio" name="shipping" value="${rate.id}" data-shipping="${formatAmount(amount, currency)}"
          data-total="${formatAmount(subtotal + amount, currency)}" ${rate.id === chosen && 'checked'}>
        <span>${rate.display_name}</span>
        <span class="amount">${amount === 0 ? 'Free' : formatAmount(amount, currency)}</span>
      </label>`;
    })}
  </fieldset>`;
}

function summary({ record, products }: PaymentView): Html {
  const { session, lineItems } = record;
  const currency = session.currency ?? 'usd';
  return html`<aside class="order" aria-label="Your order">
    <div class="inner">
      <div class="top">
        ${session.cancel_url !== null && backLink(session.cancel_url)}
        <span class="badge">Test mode</span>
      </div>
      <p class="soft">Total to pay</p>
      <p class="total" data-live="total">${total(record)}</p>
      <ul class="lines">
        ${lineItems.map((item) => orderLine(item, products.get(item.price.product), currency))}
      </ul>
      <dl class="sums">
        <div><dt>Subtotal</dt><dd>${formatAmount(session.amount_subtotal ?? 0, currency)}</dd></div>
        ${shippingSum(record, currency)}
        <div class="due"><dt>Total</dt><dd data-live="total">${total(record)}</dd></div>
      </dl>
    </div>
  </aside>`;
}

function backLink(url: string): Html {
  return html`<a class="button back" href="${url}" id="back"><span aria-hidden="true">←</span> Back to the shop</a>`;
}

function orderLine(item: LineItem, product: Product | undefined, currency: string): Html {
  const { description, quantity, price, amount_total: amount } = item;
  const about = product?.description;
  return html`<li>
    ${productImage(product)}
    <div class="what">
      <p class="name">${description}</p>
      ${about && html`<p class="soft small">${about}</p>`}
      <p class="soft small">${quantity} × ${formatAmount(price.unit_amount ?? 0, currency)}</p>
    </div>
    <p class="amount">${formatAmount(amount, currency)}</p>
  </li>`;
}

/** The cost of shipping. If there are several rates, the selection shows the rate's name. */
function shippingSum({ session, shippingRates }: CheckoutSessionRecord, currency: string): Html | null {
  const cost = session.shipping_cost;
  const rate = shippingRates.find(({ id }) => id === cost?.shipping_rate);
  if (rate === undefined) return null;
  const name = shippingRates.length === 1 && html` <span class="soft">(${rate.display_name})</span>`;
  const amount = cost?.amount_total ? formatAmount(cost.amount_total, currency) : 'Free';
  return html`<div><dt>Shipping${name}</dt><dd data-live="shipping">${amount}</dd></div>`;
}

/** A product image, or the product's first letter if the image is not on this machine. */
function productImage(product: Product | undefined): Html {
  const source = product?.images[0];
  const host = source === undefined ? undefined : URL.parse(source)?.hostname;
  return host !== undefined && isLoopbackHost(host)
    ? html`<img src="${source}" alt="" width="56" height="56">`
    : html`<span class="tile" aria-hidden="true">${([...(product?.name ?? '')][0] ?? '?').toUpperCase()}</span>`;
}

function total(record: CheckoutSessionRecord): string {
  return formatAmount(record.session.amount_total ?? 0, record.session.currency ?? 'usd');
}
