// Owns the table that `npm start` ends with: where everything is and how to sign in.
import { mailInboxUrl, serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import { TEST_ACCOUNTS } from '../data/test-accounts.ts';

export interface StartSummary {
  readonly ports: Ports;
  readonly shopify: boolean;
  readonly seconds: number;
}

/** The line that the start-up benchmark waits for. */
export const READY_MESSAGE = 'The shop is open';

/** Rows of name, address and what it is, under one heading. */
export function formatStartSummary({ ports, shopify, seconds }: StartSummary): string {
  const servers: [string, string, string][] = [
    ['Shop', serverUrl(ports.shop), 'open this one; changes to web/ show at once'],
    ['Firestore', serverUrl(ports.firestore), 'gRPC, REST and WebChannel on one port'],
    ['Auth', serverUrl(ports.auth), ''],
    ['Functions', serverUrl(ports.functions), 'rebuilt on save'],
    ['Hosting', serverUrl(ports.hosting), 'the production build, as deployed'],
    ['Inbox', mailInboxUrl(ports), 'letters that production would have sent'],
    ['Stripe', serverUrl(ports.stripe), 'stand-in for payments: card 4242 4242 4242 4242'],
  ];
  if (shopify) servers.push(['Shopify', serverUrl(ports.shopify), 'stand-in for the product feed']);
  const accounts = TEST_ACCOUNTS.map(({ role, email, password }): [string, string, string] => [
    `Sign in (${role})`,
    email,
    `password ${password}`,
  ]);
  const rows = [...servers, ...accounts];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const lines = rows.map(([name, address, note]) =>
    `  ${name.padEnd(widths[0] as number)}  ${address.padEnd(widths[1] as number)}  ${note}`.trimEnd(),
  );
  return `\n${READY_MESSAGE} (${seconds.toFixed(1)} s). Ctrl+C stops everything.\n\n${lines.join('\n')}\n`;
}
