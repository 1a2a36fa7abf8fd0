import { isLoopbackHost } from '@savepoint/server/core/loopback';
import { Html, html } from '@savepoint/server/pages/html';
import type { Page } from '@savepoint/server/pages/layout';
import { page } from '@savepoint/server/pages/layout';
import { formatAmount } from '../core/currency.ts';
import type { CardFormErrors, CardFormInput } from '../payments/card-form.ts';
import { TEST_CARDS } from '../payments/test-cards.ts';
import type { CheckoutSessionRecord, Product } from '../state/resources.ts';
import { PAYMENT_SCRIPT, PAYMENT_STYLE } from './payment-page-assets.ts';

/** What the page shows. */
interface PaymentView {
  readonly record: CheckoutSessionRecord;
  readonly products: ReadonlyMap<string, Product>;
  readonly input: CardFormInput;
  readonly errors: CardFormErrors;
  /** The message of the last attempt when the card was declined. */
  readonly declined: string | null;
  /** The id of this rendering of the form, so that submitting it twice charges once. */
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
<div id="declined" role="alert">${
      view.declined === null
        ? null
        : html`<div class="notice"><span aria-hidden="true">!</span><p>${view.declined}</p></div>`
    }</div>
<form method="post" action="/c/pay/${session.id}" novalidate>
${
  // The Enter key activates a form's first submit button, which would be a test card's.
  html`<button class="visually" type="submit" tabindex="-1" aria-hidden="true"></button>`
}
<input type="hidden" name="attempt" value="${view.attempt}">
${session.customer_email === null ? field(view, EMAIL) : field(view, { ...EMAIL, readonly: true })}
${session.amount_total === 0 ? null : cardFields(view)}
${shippingChoice(view.record)}
<button class="button primary" id="submit" type="submit"><span class="spin" hidden></span><span class="text">${
      session.amount_total === 0 ? 'Confirm' : `Pay ${total(view.record)}`
    }</span></button>
<p class="visually" role="status" aria-live="polite" id="progress"></p>
</form>
<p class="soft small foot">Test mode. No card is charged and nothing leaves this machine.</p>
</main>
</div>`,
  });
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
  return html`<fieldset class="fill"><legend>Test cards</legend>
<div class="chips">${TEST_CARDS.filter((card) => card.quickFill).map(
    (card) =>
      html`<button class="button chip" type="submit" name="fill" value="${card.number}" formnovalidate>${card.label}<span class="soft">${card.number.slice(-4)}</span></button>`,
  )}</div></fieldset>
${field(view, NUMBER)}
<div class="pair">${field(view, EXPIRY)}${field(view, CVC)}</div>
${field(view, NAME)}`;
}

function field(view: PaymentView, definition: FieldDefinition): Html {
  const error = view.errors[definition.name];
  const id = `card-${definition.name}`;
  return html`<div class="field"><label for="${id}">${definition.label}${definition.optional === true ? html` <span class="soft">(optional)</span>` : null}</label>
<input id="${id}" name="${definition.name}" value="${view.input[definition.name]}" placeholder="${definition.placeholder}" autocomplete="${definition.autocomplete}" inputmode="${definition.inputmode}" maxlength="${definition.maxlength}" spellcheck="false" aria-describedby="${id}-error"${
    error === undefined ? null : new Html(' aria-invalid="true"')
  }${definition.readonly === true ? new Html(' readonly') : null}${definition.optional === true ? null : new Html(' required')}>
<p class="error" id="${id}-error" aria-live="polite">${error ?? null}</p></div>`;
}

function shippingChoice(record: CheckoutSessionRecord): Html | null {
  if (record.shippingRates.length < 2) return null;
  const chosen = record.session.shipping_cost?.shipping_rate;
  const subtotal = record.session.amount_subtotal ?? 0;
  const currency = record.session.currency ?? 'usd';
  return html`<fieldset class="shipping"><legend>Shipping</legend>${record.shippingRates.map((rate) => {
    const amount = rate.fixed_amount?.amount ?? 0;
    return html`<label class="choice"><input type="radio" name="shipping" value="${rate.id}" data-shipping="${formatAmount(amount, currency)}" data-total="${formatAmount(subtotal + amount, currency)}"${
      rate.id === chosen ? new Html(' checked') : null
    }><span>${rate.display_name}</span><span class="amount">${amount === 0 ? 'Free' : formatAmount(amount, currency)}</span></label>`;
  })}</fieldset>`;
}

function summary(view: PaymentView): Html {
  const { record } = view;
  const { session } = record;
  const currency = session.currency ?? 'usd';
  const shipping = record.session.shipping_cost;
  const rate = record.shippingRates.find((candidate) => candidate.id === shipping?.shipping_rate);
  return html`<aside class="order" aria-label="Your order"><div class="inner">
<div class="top">${
    session.cancel_url === null
      ? null
      : html`<a class="button back" href="${session.cancel_url}" id="back"><span aria-hidden="true">←</span> Back to the shop</a>`
  }<span class="badge">Test mode</span></div>
<p class="soft">Total to pay</p>
<p class="total" data-live="total">${total(record)}</p>
<ul class="lines">${record.lineItems.map((item) => {
    const product = view.products.get(item.price.product);
    return html`<li>${productImage(product)}<div class="what"><p class="name">${item.description}</p>${
      product?.description ? html`<p class="soft small">${product.description}</p>` : null
    }<p class="soft small">${item.quantity} × ${formatAmount(item.price.unit_amount ?? 0, currency)}</p></div><p class="amount">${formatAmount(item.amount_total, currency)}</p></li>`;
  })}</ul>
<dl class="sums">
<div><dt>Subtotal</dt><dd>${formatAmount(session.amount_subtotal ?? 0, currency)}</dd></div>
${
  rate === undefined
    ? null
    : html`<div><dt>Shipping${record.shippingRates.length === 1 ? html` <span class="soft">(${rate.display_name})</span>` : null}</dt><dd data-live="shipping">${shipping?.amount_total ? formatAmount(shipping.amount_total, currency) : 'Free'}</dd></div>`
}
<div class="due"><dt>Total</dt><dd data-live="total">${total(record)}</dd></div>
</dl></div></aside>`;
}

/** A product image, or its first letter when the image is not on this machine. */
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
