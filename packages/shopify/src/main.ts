import { printable } from '@savepoint/server/core/printable';
import {
  collect,
  type EmulatorFlags,
  emulatorCommand,
  parseFrameAncestor,
  parseRetryDelays,
  readCallers,
  runCommandLine,
  UsageError,
  wholeNumber,
} from '@savepoint/server/process/command-line';

interface Flags extends EmulatorFlags {
  readonly products: number;
  readonly locations: number;
  readonly seed?: string;
  readonly shopDomain?: string;
  readonly currency: string;
  readonly accessToken?: string;
  readonly secret?: string;
  readonly webhookUrl?: readonly string[];
  readonly retryDelays?: number[];
  readonly throttle: boolean;
  readonly frameAncestor?: string;
}

const command = emulatorCommand({
  name: 'savepoint-shopify',
  summary: "Shopify's Admin GraphQL API, bulk operations and webhooks on this machine",
  packageJson: new URL('../package.json', import.meta.url),
  port: 4010,
});
const variable = (name: string, flag: string, description: string) =>
  command.createOption(flag, description).env(name);
command
  .option('--products <N>', 'number of products in the catalog', wholeNumber('products', 1_000_000), 40)
  .option('--locations <N>', 'number of locations that have stock', wholeNumber('locations', 200), 1)
  .option('--seed <TEXT>', 'generate another catalog')
  .option('--shop-domain <NAME>', 'default savepoint-fixtures.myshopify.com')
  .option('--currency <CODE>', 'currency of the prices', parseCurrency, 'USD')
  .addOption(variable('SHOPIFY_ACCESS_TOKEN', '--access-token <TOKEN>', 'accept this Admin API token only'))
  .addOption(variable('SHOPIFY_API_SECRET', '--secret <TEXT>', 'signs webhooks (default shpss_savepoint)'))
  .addOption(
    variable(
      'SHOPIFY_WEBHOOK_URL',
      '--webhook-url <URL>',
      'subscribe it to every topic (repeatable)',
    ).argParser(collect),
  )
  .option('--retry-delays <LIST>', 'seconds between delivery attempts, such as 1,5,30', parseRetryDelays)
  .option('--no-throttle', 'never throttle queries')
  .option('--frame-ancestor <URL>', 'origin of pages that may show these in a frame', parseFrameAncestor);

function parseCurrency(text: string): string {
  if (/^[A-Z]{3}$/.test(text)) return text;
  throw new UsageError(`--currency expects three capital letters, but got "${text}".`);
}

await runCommandLine(command, async (flags: Flags) => {
  const { port, host, products, seed, shopDomain, accessToken, secret, retryDelays } = flags;
  const webhooks = (flags.webhookUrl ?? []).filter((url) => url !== '').map((url) => ({ url }));
  // Loaded lazily, so that --help and usage errors are fast.
  const { startShopifyEmulator } = await import('./server.ts');
  const emulator = await startShopifyEmulator({
    ...{ port, host, ...readCallers(flags), products, currencyCode: flags.currency, webhooks },
    locations: Math.max(1, flags.locations),
    ...(seed === undefined ? {} : { seed }),
    ...(shopDomain === undefined ? {} : { shopDomain }),
    ...(accessToken ? { accessToken } : {}),
    ...(secret ? { secret } : {}),
    ...(retryDelays === undefined ? {} : { retryDelaysSeconds: retryDelays }),
    ...(flags.throttle ? {} : { throttle: null }),
    otlpEndpoint: flags.otlpEndpoint,
    frameAncestor: flags.frameAncestor,
    ...(flags.quiet ? {} : { log: (line: string) => console.log(printable(`shopify ${line}`)) }),
  });
  return {
    lines: [
      `savepoint-shopify is ready on ${emulator.url} (${emulator.shopDomain}, ${products} products)`,
      ...webhooks.map(({ url }) => `  webhooks are delivered to ${url}`),
    ],
    close: () => emulator.close(),
  };
});
