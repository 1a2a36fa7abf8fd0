// The package's entry point: creates the parts of one emulator and serves them over HTTP.
import { Clock, SYSTEM_TIME, type TimeSource } from '@savepoint/server/core/clock';
import { printableError } from '@savepoint/server/core/printable';
import { invalidArgument, RpcError, StatusCode, toRpcError } from '@savepoint/server/core/rpc-error';
import type { RequestGuardOptions } from '@savepoint/server/guard/request-guard';
import { DEFAULT_LIMITS } from '@savepoint/server/guard/request-limits';
import { createApp } from '@savepoint/server/http/app';
import { errorBody, httpStatus } from '@savepoint/server/http/http-status';
import { type LoopbackListenHost, listen } from '@savepoint/server/http/listen';
import { OtlpExporter } from '@savepoint/server/http/otlp-exporter';
import { createApi } from './api/api-routes.ts';
import { createControlApi } from './control-api.ts';
import { createDispatch } from './dispatch.ts';
import { Queues } from './queue/queues.ts';

/** The options of an emulator. All are optional. */
export interface TasksEmulatorOptions
  extends Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow'> {
  /** Default 0, which selects a free port. */
  readonly port?: number;
  readonly host?: LoopbackListenHost;
  /** Base URL of an OTLP receiver for spans. If absent, nothing is recorded. */
  readonly otlpEndpoint?: string | undefined;
  readonly time?: TimeSource;
  /** Receives a line per attempt without a response, abandoned task and rejected caller. */
  readonly log?: (line: string) => void;
}

/** A running emulator. */
export interface TasksEmulator {
  /** `HOST:PORT`, the form of CLOUD_TASKS_EMULATOR_HOST. */
  readonly host: string;
  readonly port: number;
  /** The clock for schedules, retries, rates and reserved names. */
  readonly clock: Clock;
  /** Deletes all tasks and releases their names, but keeps the queues. */
  reset(): void;
  /** Releases the port. Attempts in progress end without effect. */
  close(): Promise<void>;
}

/**
 * Starts a Cloud Tasks emulator on the loopback interface.
 * @throws Error when the host is not a loopback address or the port is in use (`code` is
 * EADDRINUSE)
 */
export async function startTasksEmulator(options: TasksEmulatorOptions = {}): Promise<TasksEmulator> {
  const { port = 0, host = '127.0.0.1', time = SYSTEM_TIME, log = () => {}, otlpEndpoint } = options;
  const clock = new Clock(time);
  const exporter =
    otlpEndpoint === undefined ? undefined : new OtlpExporter({ endpoint: otlpEndpoint, service: 'tasks' });
  const onSpan = exporter?.add.bind(exporter);
  const queues = new Queues({ clock, dispatch: createDispatch(log, onSpan), log });
  const { bodyBytes } = DEFAULT_LIMITS;
  const app = createApp({
    bodyLimitBytes: bodyBytes,
    onBadBody: (problem) =>
      errorResponse(
        invalidArgument(
          problem === 'too large'
            ? `The body is larger than ${bodyBytes / 1024 / 1024} MiB.`
            : 'The body is not UTF-8.',
        ),
      ),
    onError: (cause) => {
      const error = toRpcError(cause);
      if (error.cause !== undefined) for (const line of printableError(error.cause).split('\n')) log(line);
      return errorResponse(error);
    },
    onNotFound: ({ req }) => errorResponse(new RpcError(StatusCode.NOT_FOUND, `${req.path} does not exist`)),
  });
  app.route('/_savepoint', createControlApi(queues));
  app.route('/', createApi(queues, onSpan));
  const server = await listen(app, { ...options, host, port, log });
  return {
    host: new URL(server.url).host,
    port: server.port,
    clock,
    reset: () => queues.clear(),
    async close() {
      clock.cancelTimers();
      await server.close();
      await exporter?.flush();
    },
  };
}

function errorResponse(error: RpcError): Response {
  return Response.json(errorBody(error), { status: httpStatus(error) });
}
