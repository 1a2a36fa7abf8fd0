// Owns the command line: flags, the first words, the way out.

import { parseArgs } from 'node:util';
import { exitWithParent } from './exit-with-parent.ts';
import type { StripeStandInOptions } from './server.ts';
import { startStripeStandIn } from './server.ts';

const USAGE = `savepoint-stripe: Stripe Checkout, refunds and webhooks on this machine

  npx savepoint-stripe [--port 12111] [--webhook-url URL --webhook-secret whsec_...]

  --port N               port to listen on (default 12111; 0 takes a free one)
  --host ADDRESS         127.0.0.1 (default), ::1 or localhost
  --public-url URL       the address that payment pages are given
  --api-key KEY          take this key only (default: any sk_test_ key)
  --webhook-url URL      where to send every event; may be repeated    [STRIPE_WEBHOOK_URL]
  --webhook-secret S     signs the deliveries of the URL before it     [STRIPE_WEBHOOK_SECRET]
  --retry-delays LIST    seconds between attempts, such as 1,5,30
  --data-file PATH       keep the state in this file
  --seed TEXT            make the same ids in every run
  --exit-with-parent     stop when the starting process ends           [SAVEPOINT_PARENT_PID]
  --quiet                no line per request
  --help                 this text
`;

const FLAGS = {
  port: { type: 'string', default: '12111' },
  host: { type: 'string', default: '127.0.0.1' },
  'public-url': { type: 'string' },
  'api-key': { type: 'string' },
  'webhook-url': { type: 'string', multiple: true },
  'webhook-secret': { type: 'string', multiple: true },
  'retry-delays': { type: 'string' },
  'data-file': { type: 'string' },
  seed: { type: 'string' },
  'exit-with-parent': { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** A mistake in the command line: one line, exit code 2. */
class UsageError extends Error {}

function readFlags(): ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>['values'] {
  try {
    return parseArgs({ options: FLAGS }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function toOptions(flags: ReturnType<typeof readFlags>): StripeStandInOptions {
  const port = Number(flags.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not "${flags.port}".`);
  }
  if (flags.host !== '127.0.0.1' && flags.host !== '::1' && flags.host !== 'localhost') {
    throw new UsageError(
      `--host takes 127.0.0.1, ::1 or localhost, not "${flags.host}": nothing here may be reached from outside.`,
    );
  }
  const delays = flags['retry-delays']?.split(',').map(Number);
  if (delays?.some((delay) => !(delay >= 0))) {
    throw new UsageError(`--retry-delays takes seconds with commas between, not "${flags['retry-delays']}".`);
  }
  return {
    port,
    host: flags.host,
    webhooks: readWebhooks(flags),
    ...(flags['public-url'] === undefined ? {} : { publicUrl: flags['public-url'] }),
    ...(flags['api-key'] === undefined ? {} : { apiKey: flags['api-key'] }),
    ...(delays === undefined ? {} : { retryDelaysSeconds: delays }),
    ...(flags['data-file'] === undefined ? {} : { dataFile: flags['data-file'] }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.quiet ? {} : { log: (line: string) => console.log(`stripe  ${line}`) }),
  };
}

function readWebhooks(flags: ReturnType<typeof readFlags>): { url: string; secret: string }[] {
  const fromEnv = process.env.STRIPE_WEBHOOK_URL;
  const urls = flags['webhook-url'] ?? (fromEnv === undefined || fromEnv === '' ? [] : [fromEnv]);
  const secrets = flags['webhook-secret'] ?? [process.env.STRIPE_WEBHOOK_SECRET ?? ''];
  return urls.map((url, index) => {
    const secret = secrets[index] ?? secrets[0] ?? '';
    if (secret === '')
      throw new UsageError(`The endpoint ${url} has no secret: add --webhook-secret whsec_...`);
    return { url, secret };
  });
}

async function main(): Promise<void> {
  const flags = readFlags();
  if (flags.help) {
    console.log(USAGE);
    return;
  }
  const options = toOptions(flags);
  const standIn = await startStripeStandIn(options);
  const stop = (): void => {
    const giveUp = setTimeout(() => process.exit(0), 1_000);
    giveUp.unref();
    void standIn.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const parent = Number(process.env.SAVEPOINT_PARENT_PID ?? '');
  if (Number.isInteger(parent) && parent > 0) exitWithParent(parent, stop);
  else if (flags['exit-with-parent']) exitWithParent(null, stop);
  console.log(`savepoint-stripe is ready on ${standIn.url}`);
  for (const { url } of options.webhooks ?? []) console.log(`  events go to ${url}`);
  console.log(
    `  SDK: new Stripe('sk_test_123', { host: '${new URL(standIn.url).hostname}', port: ${standIn.port}, protocol: 'http' })`,
  );
}

try {
  await main();
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const taken =
    code === 'EADDRINUSE' ? 'The port is taken: name another with --port, or stop what holds it.' : null;
  console.error(`savepoint-stripe: ${taken ?? message}`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
