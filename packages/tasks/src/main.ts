import { printable } from '@savepoint/server/core/printable';
import {
  COMMON_FLAGS,
  parseLoopbackHost,
  parseOtlpEndpoint,
  parseWholeNumber,
  readCallers,
  runCommandLine,
} from '@savepoint/server/process/command-line';

const USAGE = `savepoint-tasks: Cloud Tasks on this machine

  npx savepoint-tasks [--port 9499]

  --port N               port to listen on (default 9499; 0 takes a free one)
  --host ADDRESS         127.0.0.1 (default), ::1 or localhost
  --allowed-host NAME    accept this name in Host headers too; may be repeated
  --allowed-origin URL   accept requests of pages of this origin too; may be repeated
  --exit-with-parent     stop when the process that started this one ends [SAVEPOINT_PARENT_PID]
  --otlp-endpoint URL    send a trace of each task to this OTLP receiver [OTEL_EXPORTER_OTLP_ENDPOINT]
  --quiet                no line per failed attempt
  -h, --help             this text
  --version              the version

  firebase-admin finds it by CLOUD_TASKS_EMULATOR_HOST=127.0.0.1:9499.
`;

const FLAGS = {
  ...COMMON_FLAGS,
  port: { type: 'string', default: '9499' },
} as const;

await runCommandLine({
  name: 'savepoint-tasks',
  packageJson: new URL('../package.json', import.meta.url),
  usage: USAGE,
  flags: FLAGS,
  async start(flags) {
    const port = parseWholeNumber('port', flags.port, 65_535);
    const host = parseLoopbackHost(flags.host);
    // Loaded late, so that --help and a mistake in the flags need not wait for it.
    const { startTasksEmulator } = await import('./server.ts');
    const log = (line: string): void => console.log(printable(`tasks  ${line}`));
    const emulator = await startTasksEmulator({
      port,
      host,
      otlpEndpoint: parseOtlpEndpoint(flags['otlp-endpoint']),
      ...readCallers(flags),
      ...(flags.quiet ? {} : { log }),
    });
    return {
      lines: [
        `savepoint-tasks is ready on http://${emulator.host}`,
        `  export CLOUD_TASKS_EMULATOR_HOST=${emulator.host}`,
      ],
      close: () => emulator.close(),
    };
  },
});
