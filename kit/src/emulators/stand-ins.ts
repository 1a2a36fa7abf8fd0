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

/** Starts the Stripe stand-in, delivering its events to the functions' webhook. */
export function startStripe(options: StandInOptions): Running {
  return startStandIn('stripe', options.ports.stripe, 'stripeWebhook', options);
}

/** Starts the Shopify stand-in, delivering its events to the functions' webhook. */
export function startShopify(options: StandInOptions): Running {
  return startStandIn('shopify', options.ports.shopify, 'shopifyWebhook', options);
}

export function hasStandIn(name: 'stripe' | 'shopify'): boolean {
  return existsSync(mainOf(name));
}

function startStandIn(
  name: 'stripe' | 'shopify',
  port: number,
  webhook: string,
  options: StandInOptions,
): Running {
  return options.run.start({
    name,
    command: process.execPath,
    args: [
      mainOf(name),
      ...['--port', String(port)],
      ...['--webhook-url', `${functionsUrl(options.ports)}/${webhook}`],
      ...['--webhook-secret', options.webhookSecret],
    ],
    cwd: inRepository('emulator', name),
    env: { ...options.env, NODE_OPTIONS: preloadOptions() },
    onLine: options.onLine,
  });
}

function mainOf(name: string): string {
  return inRepository('emulator', name, 'src', 'main.ts');
}
