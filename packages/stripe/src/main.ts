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
} from '@savepoint/server/process/command-line';

interface Flags extends EmulatorFlags {
  readonly publicUrl?: string;
  readonly apiKey?: string;
  readonly webhookUrl?: readonly string[];
  readonly webhookSecret?: readonly string[];
  readonly retryDelays?: number[];
  readonly dataFile?: string;
  readonly seed?: string;
  readonly frameAncestor?: string;
}

const command = emulatorCommand({
  name: 'savepoint-stripe',
  summary: 'Stripe Checkout, refunds and webhooks on this machine',
  packageJson: new URL('../package.json', import.meta.url),
  port: 12_111,
});
const repeatable = (name: string, flag: string, description: string) =>
  command.createOption(flag, `${description} (repeatable)`).env(name).argParser(collect);
command
  .option('--public-url <URL>', 'base URL of the payment pages, when browsers use another one')
  .option('--api-key <KEY>', 'accept this key only, not every sk_test_ or rk_test_ key')
  .addOption(repeatable('STRIPE_WEBHOOK_URL', '--webhook-url <URL>', 'endpoint that receives every event'))
  .addOption(repeatable('STRIPE_WEBHOOK_SECRET', '--webhook-secret <S>', 'signing secret of that endpoint'))
  .option('--retry-delays <LIST>', 'seconds between delivery attempts, such as 1,5,30', parseRetryDelays)
  .option('--data-file <PATH>', 'keep the state in this file')
  .option('--seed <TEXT>', 'generate the same ids in every run')
  .option('--frame-ancestor <URL>', 'origin of pages that may show these in a frame', parseFrameAncestor);

function readWebhooks({ webhookUrl = [], webhookSecret = [] }: Flags): { url: string; secret: string }[] {
  return webhookUrl
    .filter((url) => url !== '')
    .map((url, index) => {
      const secret = webhookSecret[index] ?? webhookSecret[0] ?? '';
      if (secret !== '') return { url, secret };
      throw new UsageError(
        `The webhook endpoint ${url} has no signing secret: add --webhook-secret whsec_...`,
      );
    });
}

await runCommandLine(command, async (flags: Flags) => {
  const { port, host, publicUrl, apiKey, retryDelays, dataFile, seed } = flags;
  const webhooks = readWebhooks(flags);
  // Loaded lazily, so that --help and usage errors are fast.
  const { startStripeEmulator } = await import('./server.ts');
  const emulator = await startStripeEmulator({
    ...{ port, host, ...readCallers(flags), webhooks },
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(retryDelays === undefined ? {} : { retryDelaysSeconds: retryDelays }),
    ...(dataFile === undefined ? {} : { dataFile }),
    ...(seed === undefined ? {} : { seed }),
    otlpEndpoint: flags.otlpEndpoint,
    frameAncestor: flags.frameAncestor,
    ...(flags.quiet ? {} : { log: (line: string) => console.log(printable(`stripe  ${line}`)) }),
  });
  return {
    lines: [
      `savepoint-stripe is ready on ${emulator.url}`,
      ...webhooks.map(({ url }) => `  events are delivered to ${url}`),
      `  SDK: new Stripe('sk_test_123', { host: '${host}', port: ${emulator.port}, protocol: 'http' })`,
    ],
    close: () => emulator.close(),
  };
});
