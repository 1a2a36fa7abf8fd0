import { printable } from '@savepoint/server/core/printable';
import {
  COMMON_FLAGS,
  parseListenHost,
  parseOtlpEndpoint,
  parseWholeNumber,
  readCallers,
  runCommandLine,
} from '@savepoint/server/process/command-line';

const USAGE = `savepoint-pubsub: Cloud Pub/Sub on this machine

  npx savepoint-pubsub [--port 8085]

  --port N               port to listen on (default 8085; 0 takes a free one)
  --host ADDRESS         127.0.0.1 (default), ::1, localhost, or 0.0.0.0 for other machines
  --allowed-host NAME    accept this name in Host headers too; may be repeated
  --allowed-origin URL   accept requests of pages of this origin too; may be repeated
  --exit-with-parent     stop when the process that started this one ends [SAVEPOINT_PARENT_PID]
  --otlp-endpoint URL    send a trace of each message to this OTLP receiver [OTEL_EXPORTER_OTLP_ENDPOINT]
  --quiet                no line per failed request
  -h, --help             this text
  --version              the version

  Clients find it by PUBSUB_EMULATOR_HOST=127.0.0.1:8085.
`;

const FLAGS = {
  ...COMMON_FLAGS,
  port: { type: 'string', default: '8085' },
} as const;

await runCommandLine({
  name: 'savepoint-pubsub',
  packageJson: new URL('../package.json', import.meta.url),
  usage: USAGE,
  flags: FLAGS,
  async start(flags) {
    const port = parseWholeNumber('port', flags.port, 65_535);
    const host = parseListenHost(flags.host);
    // Loaded late, so that --help and a mistake in the flags need not wait for it.
    const { startPubSubEmulator } = await import('./server.ts');
    const log = (line: string): void => console.log(printable(`pubsub  ${line}`));
    const emulator = await startPubSubEmulator({
      port,
      host,
      otlpEndpoint: parseOtlpEndpoint(flags['otlp-endpoint']),
      ...readCallers(flags),
      ...(flags.quiet ? {} : { log }),
    });
    return {
      lines: [
        `savepoint-pubsub is ready on http://${emulator.host}`,
        `  export PUBSUB_EMULATOR_HOST=${emulator.host}`,
      ],
      close: () => emulator.close(),
    };
  },
});
