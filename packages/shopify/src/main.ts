import { printable } from '@savepoint/server/core/printable';
import {
  COMMON_FLAGS,
  type FlagValues,
  parseFrameAncestor,
  parseLoopbackHost,
  parseOtlpEndpoint,
  parseRetryDelays,
  parseWholeNumber,
  readCallers,
  runCommandLine,
  UsageError,
} from '@savepoint/server/process/command-line';
import type { ShopifyEmulatorOptions } from './server.ts';

const USAGE = `savepoint-shopify: Shopify's Admin GraphQL API, bulk operations and webhooks on this machine

  npx savepoint-shopify [--port 4010] [--products 40] [--webhook-url URL]

  --port N                port to listen on (default 4010; 0 takes a free one)
  --host ADDRESS          127.0.0.1 (default), ::1 or localhost
  --allowed-host NAME     accept this name in Host headers too; may be repeated
  --allowed-origin URL    accept requests of pages of this origin too; may be repeated
  --products N            number of products in the catalogue (default 40)
  --locations N           number of locations that have stock (default 1)
  --seed TEXT             generate another catalogue
  --shop-domain NAME      default savepoint-fixtures.myshopify.com
  --currency CODE         default USD
  --access-token TOKEN    accept this Admin API token only       [SHOPIFY_ACCESS_TOKEN]
  --secret TEXT           signs webhooks (default shpss_savepoint) [SHOPIFY_API_SECRET]
  --webhook-url URL       subscribe this URL to every topic; may be repeated  [SHOPIFY_WEBHOOK_URL]
  --retry-delays LIST     seconds between delivery attempts, such as 1,5,30
  --no-throttle           never throttle queries
  --exit-with-parent      stop when the parent process ends        [SAVEPOINT_PARENT_PID]
  --frame-ancestor URL    a page of this origin may show the emulator's pages in a frame
  --otlp-endpoint URL     send a trace of each request to this OTLP receiver [OTEL_EXPORTER_OTLP_ENDPOINT]
  --quiet                 no line per request
  -h, --help              this text
  --version               the version
`;

const FLAGS = {
  ...COMMON_FLAGS,
  'retry-delays': { type: 'string' },
  port: { type: 'string', default: '4010' },
  products: { type: 'string', default: '40' },
  locations: { type: 'string', default: '1' },
  seed: { type: 'string' },
  'shop-domain': { type: 'string' },
  currency: { type: 'string', default: 'USD' },
  'access-token': { type: 'string' },
  secret: { type: 'string' },
  'webhook-url': { type: 'string', multiple: true },
  'no-throttle': { type: 'boolean', default: false },
} as const;

function toOptions(flags: FlagValues<typeof FLAGS>): ShopifyEmulatorOptions {
  if (!/^[A-Z]{3}$/.test(flags.currency)) {
    throw new UsageError(`--currency takes three capital letters, not "${flags.currency}".`);
  }
  const delays = flags['retry-delays'];
  const secret = flags.secret ?? process.env.SHOPIFY_API_SECRET;
  const accessToken = flags['access-token'] ?? process.env.SHOPIFY_ACCESS_TOKEN;
  const webhookUrl = process.env.SHOPIFY_WEBHOOK_URL;
  return {
    port: parseWholeNumber('port', flags.port, 65_535),
    host: parseLoopbackHost(flags.host),
    ...readCallers(flags),
    products: parseWholeNumber('products', flags.products, 1_000_000),
    locations: Math.max(1, parseWholeNumber('locations', flags.locations, 200)),
    currencyCode: flags.currency,
    webhooks: (flags['webhook-url'] ?? (webhookUrl ? [webhookUrl] : [])).map((url) => ({ url })),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags['shop-domain'] === undefined ? {} : { shopDomain: flags['shop-domain'] }),
    ...(accessToken ? { accessToken } : {}),
    ...(secret ? { secret } : {}),
    ...(delays === undefined ? {} : { retryDelaysSeconds: parseRetryDelays(delays) }),
    ...(flags['no-throttle'] ? { throttle: null } : {}),
    otlpEndpoint: parseOtlpEndpoint(flags['otlp-endpoint']),
    frameAncestor: parseFrameAncestor(flags['frame-ancestor']),
    ...(flags.quiet ? {} : { log: (line: string) => console.log(printable(`shopify ${line}`)) }),
  };
}

await runCommandLine({
  name: 'savepoint-shopify',
  packageJson: new URL('../package.json', import.meta.url),
  usage: USAGE,
  flags: FLAGS,
  async start(flags) {
    const options = toOptions(flags);
    // Loaded late, so that --help and a mistake in the flags need not wait for it.
    const { startShopifyEmulator } = await import('./server.ts');
    const emulator = await startShopifyEmulator(options);
    return {
      lines: [
        `savepoint-shopify is ready on ${emulator.url} (${emulator.shopDomain}, ${options.products} products)`,
        ...(options.webhooks ?? []).map(({ url }) => `  webhooks are delivered to ${url}`),
      ],
      close: () => emulator.close(),
    };
  },
});
