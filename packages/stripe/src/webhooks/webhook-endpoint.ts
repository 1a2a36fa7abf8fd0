import { isLoopbackHost } from '@savepoint/server/core/loopback';
import { invalidParameter } from '../core/stripe-error.ts';
import type { Account } from '../state/account.ts';
import { API_VERSION } from '../state/event-log.ts';
import type { WebhookEndpoint } from '../state/resources.ts';

/** A webhook endpoint with its signing secret. */
export type WebhookEndpointRecord = WebhookEndpoint & { secret: string };

/** The parameters of a webhook endpoint. A null `secret` generates one. */
interface WebhookEndpointParameters {
  readonly url: string;
  readonly secret: string | null;
  readonly enabledEvents: readonly string[];
  readonly description?: string | null;
  readonly metadata?: Record<string, string>;
  readonly apiVersion?: string | null;
}

/**
 * Creates a webhook endpoint.
 * @throws StripeError 400 if the URL is not on this machine, because an emulator sends nothing to
 * other machines
 */
export function createWebhookEndpoint(
  account: Account,
  parameters: WebhookEndpointParameters,
): WebhookEndpointRecord {
  requireLoopbackUrl(parameters.url);
  const endpoint: WebhookEndpointRecord = {
    id: account.ids.generate('we'),
    object: 'webhook_endpoint',
    api_version: parameters.apiVersion ?? API_VERSION,
    application: null,
    created: account.clock.nowSeconds(),
    description: parameters.description ?? null,
    enabled_events: [...parameters.enabledEvents],
    livemode: false,
    metadata: parameters.metadata ?? {},
    secret: parameters.secret ?? account.ids.generate('whsec', 32),
    status: 'enabled',
    url: parameters.url,
  };
  account.store.webhookEndpoints.set(endpoint.id, endpoint);
  return endpoint;
}

/** Throws a StripeError 400 for a URL that is not on this machine. */
export function requireLoopbackUrl(url: string): void {
  const parsed = URL.parse(url);
  if (parsed === null || !isLoopbackHost(parsed.hostname)) {
    throw invalidParameter(
      'url',
      `savepoint-stripe delivers to this machine only: ${url} is not on localhost, 127.0.0.1 or [::1].`,
      'url_invalid',
    );
  }
}

/** Returns whether events of this type are delivered to the endpoint. */
export function isSubscribed(endpoint: WebhookEndpointRecord, type: string): boolean {
  if (endpoint.status !== 'enabled') return false;
  return endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type);
}
