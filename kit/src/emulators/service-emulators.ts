import { existsSync } from 'node:fs';
import { functionsUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import type { Run, RunningProcess } from '../processes/run.ts';

export interface ServiceEmulatorOptions {
  readonly run: Run;
  readonly ports: Ports;
  readonly env: Readonly<Record<string, string>>;
  readonly webhookSecret: string;
  readonly onLine: (line: string) => void;
}

/** The store that the functions query locally. */
const SHOP_DOMAIN = 'savepoint.myshopify.com';

/** Starts the Stripe emulator; it delivers its events to the webhook function. */
export function startStripeEmulator(options: ServiceEmulatorOptions): RunningProcess {
  const { ports, webhookSecret } = options;
  const webhook = `${functionsUrl(ports)}/stripeWebhook`;
  return startServiceEmulator('stripe', options, [
    ...['--port', String(ports.stripe)],
    ...['--webhook-url', webhook, '--webhook-secret', webhookSecret],
  ]);
}

/** Starts the Shopify emulator; it delivers its events to the webhook function. */
export function startShopifyEmulator(options: ServiceEmulatorOptions): RunningProcess {
  const { ports, webhookSecret } = options;
  const webhook = `${functionsUrl(ports)}/shopifyWebhook`;
  return startServiceEmulator('shopify', options, [
    ...['--port', String(ports.shopify), '--shop-domain', SHOP_DOMAIN],
    ...['--webhook-url', webhook, '--secret', webhookSecret],
  ]);
}

/** Whether the repository contains the emulator. */
export function hasServiceEmulator(name: 'stripe' | 'shopify'): boolean {
  return existsSync(mainOf(name));
}

function startServiceEmulator(
  name: 'stripe' | 'shopify',
  options: ServiceEmulatorOptions,
  args: readonly string[],
): RunningProcess {
  return options.run.start({
    name,
    command: process.execPath,
    args: [mainOf(name), ...args],
    cwd: repositoryPath('emulator', name),
    env: options.env,
    onLine: options.onLine,
  });
}

function mainOf(name: string): string {
  return repositoryPath('emulator', name, 'src', 'main.ts');
}
