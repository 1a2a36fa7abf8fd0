// Owns the command line: flags, the first words, the way out.

import { parseArgs } from 'node:util';
import { exitWithParent } from './exit-with-parent.ts';
import type { ShopifyEmulatorOptions } from './server.ts';
import { startShopifyEmulator } from './server.ts';

const USAGE = `savepoint-shopify: Shopify's Admin and Storefront GraphQL, bulk operations and webhooks on this machine

  npx savepoint-shopify [--port 4010] [--products 40] [--webhook-url URL]

  --port N                port to listen on (default 4010; 0 takes a free one)
  --host ADDRESS          127.0.0.1 (default), ::1 or localhost
  --products N            size of the fixture catalogue (default 40)
  --seed TEXT             makes another catalogue
  --shop-domain NAME      default savepoint-fixtures.myshopify.com
  --currency CODE         default USD
  --access-token TOKEN    take this Admin token only             [SHOPIFY_ACCESS_TOKEN]
  --secret TEXT           signs webhooks (default shpss_savepoint) [SHOPIFY_API_SECRET]
  --webhook-url URL       send every topic there; may be repeated  [SHOPIFY_WEBHOOK_URL]
  --retry-delays LIST     seconds between attempts, such as 1,5,30
  --no-throttle           queries cost nothing
  --exit-with-parent      stop when the starting process ends      [SAVEPOINT_PARENT_PID]
  --quiet                 no line per request
  --help                  this text
`;

const FLAGS = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  products: { type: 'string', default: '40' },
  seed: { type: 'string' },
  'shop-domain': { type: 'string' },
  currency: { type: 'string', default: 'USD' },
  'access-token': { type: 'string' },
  secret: { type: 'string' },
  'webhook-url': { type: 'string', multiple: true },
  'retry-delays': { type: 'string' },
  'no-throttle': { type: 'boolean', default: false },
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

function wholeNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > most)
    throw new UsageError(`--${name} takes a number from 0 to ${most}, not "${text}".`);
  return number;
}

function toOptions(flags: ReturnType<typeof readFlags>): ShopifyEmulatorOptions {
  if (flags.host !== '127.0.0.1' && flags.host !== '::1' && flags.host !== 'localhost') {
    throw new UsageError(
      `--host takes 127.0.0.1, ::1 or localhost, not "${flags.host}": nothing here may be reached from outside.`,
    );
  }
  if (!/^[A-Z]{3}$/.test(flags.currency)) {
    throw new UsageError(`--currency takes three capital letters, not "${flags.currency}".`);
  }
  const delays = flags['retry-delays']?.split(',').map(Number);
  if (delays?.some((delay) => !(delay >= 0))) {
    throw new UsageError(`--retry-delays takes seconds with commas between, not "${flags['retry-delays']}".`);
  }
  const secret = flags.secret ?? process.env.SHOPIFY_API_SECRET;
  const accessToken = flags['access-token'] ?? process.env.SHOPIFY_ACCESS_TOKEN;
  const webhookUrl = process.env.SHOPIFY_WEBHOOK_URL;
  return {
    port: wholeNumber('port', flags.port, 65_535),
    host: flags.host,
    products: wholeNumber('products', flags.products, 1_000_000),
    currencyCode: flags.currency,
    webhooks: (flags['webhook-url'] ?? (webhookUrl ? [webhookUrl] : [])).map((url) => ({ url })),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags['shop-domain'] === undefined ? {} : { shopDomain: flags['shop-domain'] }),
    ...(accessToken ? { accessToken } : {}),
    ...(secret ? { secret } : {}),
    ...(delays === undefined ? {} : { retryDelaysSeconds: delays }),
    ...(flags['no-throttle'] ? { throttle: null } : {}),
    ...(flags.quiet ? {} : { log: (line: string) => console.log(`shopify ${line}`) }),
  };
}

async function main(): Promise<void> {
  const flags = readFlags();
  if (flags.help) {
    console.log(USAGE);
    return;
  }
  const options = toOptions(flags);
  const standIn = await startShopifyEmulator(options);
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
  console.log(
    `savepoint-shopify is ready on ${standIn.url} (${standIn.shopDomain}, ${options.products} products)`,
  );
  for (const { url } of options.webhooks ?? []) console.log(`  webhooks go to ${url}`);
}

try {
  await main();
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const taken =
    code === 'EADDRINUSE' ? 'The port is taken: name another with --port, or stop what holds it.' : null;
  console.error(`savepoint-shopify: ${taken ?? message}`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
