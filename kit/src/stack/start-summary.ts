import { mailInboxUrl, serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import { TEST_ACCOUNTS } from '../data/test-accounts.ts';

export interface StartSummary {
  readonly ports: Ports;
  readonly shopify: boolean;
  readonly seconds: number;
}

/** Part of the summary's first line; the start-up benchmark waits for it. */
export const READY_MESSAGE = 'The shop is ready';

/** The table that `npm start` ends with: the URL of each server, and the accounts for signing in. */
export function formatStartSummary({ ports, shopify, seconds }: StartSummary): string {
  const servers: [string, string, string][] = [
    ['Shop', serverUrl(ports.shop), 'open this one; changes in web/ show at once'],
    ['Firestore', serverUrl(ports.firestore), 'gRPC, REST and WebChannel on one port'],
    ['Auth', serverUrl(ports.auth), ''],
    ['Functions', serverUrl(ports.functions), 'rebuilt on save'],
    ['Hosting', serverUrl(ports.hosting), 'the production build, as it is deployed'],
    ['Mail inbox', mailInboxUrl(ports), 'emails that production would have sent'],
    ['Stripe', serverUrl(ports.stripe), 'payments emulator: card 4242 4242 4242 4242'],
  ];
  if (shopify) servers.push(['Shopify', serverUrl(ports.shopify), 'product feed emulator']);
  const accounts = TEST_ACCOUNTS.map(({ role, email, password }): [string, string, string] => [
    `Sign in (${role})`,
    email,
    `password ${password}`,
  ]);
  const rows = [...servers, ...accounts];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const lines = rows.map(([name, url, note]) =>
    `  ${name.padEnd(widths[0] as number)}  ${url.padEnd(widths[1] as number)}  ${note}`.trimEnd(),
  );
  return `\n${READY_MESSAGE} (${seconds.toFixed(1)} s). Ctrl+C stops everything.\n\n${lines.join('\n')}\n`;
}
