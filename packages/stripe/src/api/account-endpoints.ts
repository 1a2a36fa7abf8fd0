// Customers, events, webhook endpoints and products.

import {
  boolean,
  email,
  list,
  metadata,
  metadataChange,
  optional,
  required,
  text,
  unsettable,
  unsupported,
  url,
} from '../core/parameters.ts';
import { invalidParameter, resourceMissing } from '../core/stripe-error.ts';
import { apiVersion, enabledEvent, eventType, eventTypePattern } from '../core/stripe-vocabulary.ts';
import { createCustomer } from '../payments/customer.ts';
import type { Account } from '../state/account.ts';
import type { Customer, WebhookEndpoint } from '../state/resources.ts';
import type { WebhookEndpointRecord } from '../webhooks/webhook-endpoint.ts';
import { createWebhookEndpoint, requireLoopbackUrl } from '../webhooks/webhook-endpoint.ts';
import { defineEndpoint, findById } from './endpoint.ts';
import { CREATED_PARAMETER, LIST_PARAMETERS, listPage } from './list-page.ts';

const CUSTOMER_PARAMETERS = {
  description: optional(unsettable(text())),
  email: optional(unsettable(email())),
  metadata: optional(metadata()),
  name: optional(unsettable(text(256))),
  phone: optional(unsettable(text(20))),
  ...unsupported(
    'address',
    'balance',
    'invoice_settings',
    'payment_method',
    'preferred_locales',
    'shipping',
    'source',
    'tax',
    'tax_exempt',
    'tax_id_data',
    'test_clock',
  ),
};

function customerOf(account: Account, id: string | undefined): Customer {
  return findById(account.store.customers, id, (missing) => resourceMissing('customer', missing, 'id'));
}

function webhookOf(account: Account, id: string | undefined): WebhookEndpointRecord {
  return findById(account.store.webhookEndpoints, id, (missing) =>
    resourceMissing('webhook_endpoint', missing, 'webhook_endpoint'),
  );
}

/** Only the response that creates a webhook endpoint contains its secret. */
function withoutSecret({ secret: _, ...rest }: WebhookEndpointRecord): WebhookEndpoint {
  return rest;
}

const CUSTOMERS = [
  defineEndpoint('POST', '/v1/customers', CUSTOMER_PARAMETERS, ({ account, parameters, request }) => {
    const customer = createCustomer(account, parameters);
    account.events.record('customer.created', customer, request);
    return customer;
  }),
  defineEndpoint('GET', '/v1/customers/:customer', {}, ({ account, ids }) =>
    customerOf(account, ids.customer),
  ),
  defineEndpoint(
    'POST',
    '/v1/customers/:customer',
    { ...CUSTOMER_PARAMETERS, metadata: optional(metadataChange()) },
    ({ account, ids, parameters: { metadata: change, ...values }, request }) => {
      const customer = customerOf(account, ids.customer);
      const changes = change === undefined ? values : { ...values, metadata: change(customer.metadata) };
      const previous = Object.fromEntries(
        Object.keys(changes).map((name) => [name, customer[name as keyof Customer]]),
      );
      Object.assign(customer, changes);
      account.events.record('customer.updated', customer, request, previous);
      return customer;
    },
  ),
  defineEndpoint(
    'GET',
    '/v1/customers',
    { ...LIST_PARAMETERS, ...CREATED_PARAMETER, email: optional(text()) },
    ({ account, parameters }) => {
      const customers = [...account.store.customers.values()]
        .filter((customer) => parameters.created?.(customer.created) ?? true)
        .filter((customer) => parameters.email === undefined || customer.email === parameters.email)
        .reverse();
      return listPage(customers, parameters, '/v1/customers', 'customer');
    },
  ),
];

const EVENTS = [
  defineEndpoint('GET', '/v1/events/:event', {}, ({ account, ids }) =>
    findById(account.store.events, ids.event, (id) => resourceMissing('event', id, 'id')),
  ),
  defineEndpoint(
    'GET',
    '/v1/events',
    {
      ...LIST_PARAMETERS,
      ...CREATED_PARAMETER,
      type: optional(eventTypePattern()),
      types: optional(list(eventType(), 20)),
      delivery_success: optional(boolean()),
    },
    ({ account, parameters }) => {
      const { created, delivery_success: delivered, type, types } = parameters;
      if (type !== undefined && types !== undefined) {
        throw invalidParameter('types', 'You may only specify one of these parameters: type, types.');
      }
      const events = [...account.store.events.values()]
        .filter((event) => created?.(event.created) ?? true)
        .filter((event) => type?.(event.type) ?? true)
        .filter((event) => types === undefined || types.includes(event.type))
        .filter((event) => delivered === undefined || (event.pending_webhooks === 0) === delivered)
        .reverse();
      return listPage(events, parameters, '/v1/events', 'event');
    },
  ),
];

const WEBHOOK_ENDPOINTS = [
  defineEndpoint(
    'POST',
    '/v1/webhook_endpoints',
    {
      enabled_events: required(list(enabledEvent(), 500)),
      url: required(url()),
      api_version: optional(apiVersion()),
      description: optional(unsettable(text())),
      metadata: optional(metadata()),
      ...unsupported('connect'),
    },
    ({ account, parameters }) =>
      createWebhookEndpoint(account, {
        url: parameters.url,
        secret: null,
        enabledEvents: parameters.enabled_events,
        description: parameters.description ?? null,
        apiVersion: parameters.api_version ?? null,
        metadata: parameters.metadata ?? {},
      }),
  ),
  defineEndpoint('GET', '/v1/webhook_endpoints/:endpoint', {}, ({ account, ids }) =>
    withoutSecret(webhookOf(account, ids.endpoint)),
  ),
  defineEndpoint(
    'POST',
    '/v1/webhook_endpoints/:endpoint',
    {
      disabled: optional(boolean()),
      enabled_events: optional(list(enabledEvent(), 500)),
      url: optional(url()),
      description: optional(unsettable(text())),
      metadata: optional(metadataChange()),
    },
    ({ account, ids, parameters }) => {
      const webhook = webhookOf(account, ids.endpoint);
      if (parameters.url !== undefined) {
        requireLoopbackUrl(parameters.url);
        webhook.url = parameters.url;
      }
      if (parameters.enabled_events !== undefined) webhook.enabled_events = parameters.enabled_events;
      if (parameters.disabled !== undefined) webhook.status = parameters.disabled ? 'disabled' : 'enabled';
      if (parameters.description !== undefined) webhook.description = parameters.description;
      if (parameters.metadata !== undefined) webhook.metadata = parameters.metadata(webhook.metadata);
      return withoutSecret(webhook);
    },
  ),
  defineEndpoint('DELETE', '/v1/webhook_endpoints/:endpoint', {}, ({ account, ids }) => {
    const { id } = webhookOf(account, ids.endpoint);
    account.store.webhookEndpoints.delete(id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
  defineEndpoint('GET', '/v1/webhook_endpoints', LIST_PARAMETERS, ({ account, parameters }) => {
    const endpoints = [...account.store.webhookEndpoints.values()].map(withoutSecret).reverse();
    return listPage(endpoints, parameters, '/v1/webhook_endpoints', 'webhook_endpoint');
  }),
];

export const ACCOUNT_ENDPOINTS = [
  ...CUSTOMERS,
  ...EVENTS,
  ...WEBHOOK_ENDPOINTS,
  defineEndpoint('GET', '/v1/products/:product', {}, ({ account, ids }) =>
    findById(account.store.products, ids.product, (id) => resourceMissing('product', id, 'id')),
  ),
];
