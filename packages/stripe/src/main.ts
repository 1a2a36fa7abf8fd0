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
import type { StripeEmulatorOptions } from './server.ts';

const USAGE = `savepoint-stripe: Stripe Checkout, refunds and webhooks on this machine

  npx savepoint-stripe [--port 12111] [--webhook-url URL --webhook-secret whsec_...]

  --port N               port to listen on (default 12111; 0 takes a free one)
  --host ADDRESS         127.0.0.1 (default), ::1 or localhost
  --allowed-host NAME    accept this name in Host headers too; may be repeated
  --allowed-origin URL   accept requests of pages of this origin too; may be repeated
  --public-url URL       the base URL of the payment pages, when browsers reach this server by another one
  --api-key KEY          accept this key only (default: every sk_test_ or rk_test_ key)
  --webhook-url URL      webhook endpoint that receives every event; may be repeated [STRIPE_WEBHOOK_URL]
  --webhook-secret S     signing secret of the --webhook-url before it  [STRIPE_WEBHOOK_SECRET]
  --retry-delays LIST    seconds between delivery attempts, such as 1,5,30
  --data-file PATH       keep the state in this file
  --seed TEXT            generate the same ids in every run
  --exit-with-parent     stop when the process that started this one ends [SAVEPOINT_PARENT_PID]
  --frame-ancestor URL   a page of this origin may show the emulator's own page in a frame
  --otlp-endpoint URL    send a trace of each request to this OTLP receiver [OTEL_EXPORTER_OTLP_ENDPOINT]
  --quiet                no line per request
  -h, --help             this text
  --version              the version
`;

const FLAGS = {
  ...COMMON_FLAGS,
  'retry-delays': { type: 'string' },
  port: { type: 'string', default: '12111' },
  'public-url': { type: 'string' },
  'api-key': { type: 'string' },
  'webhook-url': { type: 'string', multiple: true },
  'webhook-secret': { type: 'string', multiple: true },
  'data-file': { type: 'string' },
  seed: { type: 'string' },
} as const;

type Flags = FlagValues<typeof FLAGS>;

function toOptions(flags: Flags): StripeEmulatorOptions {
  const delays = flags['retry-delays'];
  return {
    port: parseWholeNumber('port', flags.port, 65_535),
    host: parseLoopbackHost(flags.host),
    ...readCallers(flags),
    webhooks: readWebhooks(flags),
    ...(flags['public-url'] === undefined ? {} : { publicUrl: flags['public-url'] }),
    ...(flags['api-key'] === undefined ? {} : { apiKey: flags['api-key'] }),
    ...(delays === undefined ? {} : { retryDelaysSeconds: parseRetryDelays(delays) }),
    ...(flags['data-file'] === undefined ? {} : { dataFile: flags['data-file'] }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    otlpEndpoint: parseOtlpEndpoint(flags['otlp-endpoint']),
    frameAncestor: parseFrameAncestor(flags['frame-ancestor']),
    ...(flags.quiet ? {} : { log: (line: string) => console.log(printable(`stripe  ${line}`)) }),
  };
}

function readWebhooks(flags: Flags): { url: string; secret: string }[] {
  const defaultUrl = process.env.STRIPE_WEBHOOK_URL ?? '';
  const urls = flags['webhook-url'] ?? (defaultUrl === '' ? [] : [defaultUrl]);
  const secrets = flags['webhook-secret'] ?? [process.env.STRIPE_WEBHOOK_SECRET ?? ''];
  return urls.map((url, index) => {
    const secret = secrets[index] ?? secrets[0] ?? '';
    if (secret === '')
      throw new UsageError(
        `The webhook endpoint ${url} has no signing secret: add --webhook-secret whsec_...`,
      );
    return { url, secret };
  });
}

await runCommandLine({
  name: 'savepoint-stripe',
  packageJson: new URL('../package.json', import.meta.url),
  usage: USAGE,
  flags: FLAGS,
  async start(flags) {
    const options = toOptions(flags);
    // Loaded late, so that --help and a mistake in the flags need not wait for it.
    const { startStripeEmulator } = await import('./server.ts');
    const emulator = await startStripeEmulator(options);
    return {
      lines: [
        `savepoint-stripe is ready on ${emulator.url}`,
        ...(options.webhooks ?? []).map(({ url }) => `  events are delivered to ${url}`),
        `  SDK: new Stripe('sk_test_123', { host: '${options.host}', port: ${emulator.port}, protocol: 'http' })`,
      ],
      close: () => emulator.close(),
    };
  },
});
