// Owns starting the stand-ins for payment and product feed. It knows their command lines, nothing of their work.
import { existsSync } from 'node:fs';
import { functionsUrl } from '../environment.ts';
import type { Ports } from '../ports.ts';
import type { Run, Running } from '../processes/run.ts';
import { inRepository } from '../repository.ts';
import { preloadOptions } from './firebase-tools.ts';

export interface StandInOptions {
  readonly run: Run;
  readonly ports: Ports;
  readonly env: Readonly<Record<string, string>>;
  readonly webhookSecret: string;
  readonly onLine: (line: string) => void;
}

/** The shop that the functions ask for locally. */
const SHOP_DOMAIN = 'savepoint.myshopify.com';

/** Starts the Stripe stand-in, delivering its events to the functions' webhook. */
export function startStripe(options: StandInOptions): Running {
  const { ports, webhookSecret } = options;
  const webhook = `${functionsUrl(ports)}/stripeWebhook`;
  return startStandIn('stripe', options, [
    ...['--port', String(ports.stripe)],
    ...['--webhook-url', webhook, '--webhook-secret', webhookSecret],
  ]);
}

/** Starts the Shopify stand-in, delivering its events to the functions' webhook. */
export function startShopify(options: StandInOptions): Running {
  const { ports, webhookSecret } = options;
  const webhook = `${functionsUrl(ports)}/shopifyWebhook`;
  return startStandIn('shopify', options, [
    ...['--port', String(ports.shopify), '--shop-domain', SHOP_DOMAIN],
    ...['--webhook-url', webhook, '--secret', webhookSecret],
  ]);
}

export function hasStandIn(name: 'stripe' | 'shopify'): boolean {
  return existsSync(mainOf(name));
}

function startStandIn(name: 'stripe' | 'shopify', options: StandInOptions, args: readonly string[]): Running {
  return options.run.start({
    name,
    command: process.execPath,
    args: [mainOf(name), ...args],
    cwd: inRepository('emulator', name),
    env: { ...options.env, NODE_OPTIONS: preloadOptions() },
    onLine: options.onLine,
  });
}

function mainOf(name: string): string {
  return inRepository('emulator', name, 'src', 'main.ts');
}
