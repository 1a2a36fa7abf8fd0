// Owns the list of addresses that hear of events. Sending is delivery-queue.ts.

import { isLoopbackHost } from '@savepoint/emulator-shared/core/loopback';
import { invalidParameter } from '../core/stripe-error.ts';
import type { Account } from '../state/account.ts';
import { API_VERSION } from '../state/event-log.ts';
import type { WebhookEndpoint } from '../state/resources.ts';

/** An endpoint with the secret that signs its deliveries. */
export type WebhookEndpointRecord = WebhookEndpoint & { secret: string };

/** What an endpoint is made of. `secret` null makes one. */
export interface WebhookEndpointParameters {
  readonly url: string;
  readonly secret: string | null;
  readonly enabledEvents: readonly string[];
  readonly description?: string | null;
  readonly metadata?: Record<string, string>;
  readonly apiVersion?: string | null;
}

/**
 * Adds an endpoint.
 * @throws StripeError when the address is not on this machine: nothing here may call out
 */
export function createWebhookEndpoint(
  account: Account,
  request: WebhookEndpointParameters,
): WebhookEndpointRecord {
  requireLoopbackUrl(request.url);
  const endpoint: WebhookEndpointRecord = {
    id: account.ids.generate('we'),
    object: 'webhook_endpoint',
    api_version: request.apiVersion ?? API_VERSION,
    application: null,
    created: account.clock.nowSeconds(),
    description: request.description ?? null,
    enabled_events: [...request.enabledEvents],
    livemode: false,
    metadata: request.metadata ?? {},
    secret: request.secret ?? account.ids.generate('whsec', 32),
    status: 'enabled',
    url: request.url,
  };
  account.store.endpoints.set(endpoint.id, endpoint);
  return endpoint;
}

/** Refuses addresses beyond this machine. */
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

/** Whether events of that type are delivered to the endpoint. */
export function isSubscribed(endpoint: WebhookEndpointRecord, type: string): boolean {
  if (endpoint.status !== 'enabled') return false;
  return endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type);
}
