// The event log keeps what the servers of a stack report. None of them needs it: the stack runs on
// without.
import { existsSync } from 'node:fs';
import { type StackAddresses, serverUrl } from '../config/environment.ts';
import { kitPath, kitProgram } from '../config/kit-files.ts';
import type { Ports } from '../config/ports.ts';
import type { Environment } from '../config/process-environment.ts';
import type { ProcessSpec } from '../processes/run.ts';
import type { Server } from './server.ts';

const MAIN = kitProgram('event-log', 'src', 'main');
/** Its address is in the table of the start. */
const STARTED = /^Event log: http/;

/** SAVEPOINT_EVENT_LOG=0 starts none: nothing is recorded. */
export const eventLog: Server = {
  name: 'eventLog',
  label: 'The event log',
  isNeeded: ({ environment }, { eventLogFolder }) => eventLogFolder !== undefined && canRecord(environment),
  ports: () => [{ name: 'eventLog', label: 'Event log', note: 'traces and logs of all servers, in SQL' }],
  dependsOn: [],
  isAwaited: false,
  isRequired: 'never',
  environment: (_project, { ports }) => ({ SAVEPOINT_EVENT_LOG_URL: serverUrl(ports.eventLog) }),
  start({ run, ports, eventLogFolder = '', onLine }) {
    return {
      ...eventLogProcess({ environment: run.environment, ports, folder: eventLogFolder }),
      onLine(line) {
        if (!STARTED.test(line)) onLine('event log', line);
      },
    };
  },
};

/** Whether this installation records. */
export function canRecord(environment: Environment): boolean {
  return environment.SAVEPOINT_EVENT_LOG !== '0' && existsSync(MAIN);
}

interface EventLogOptions {
  readonly environment: Environment;
  readonly ports: Pick<Ports, 'eventLog'>;
  /** Absolute path of the folder with one file per run. */
  readonly folder: string;
}

/**
 * The process of an event log. Where the developer has set OTEL_EXPORTER_OTLP_ENDPOINT, it sends
 * the same data there.
 */
export function eventLogProcess({
  environment,
  ports,
  folder,
}: EventLogOptions): Omit<ProcessSpec, 'name' | 'onLine'> {
  // The same for each of its starts in this run, so that it goes on in one file.
  const runName = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}`;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: developers } = environment;
  return {
    command: process.execPath,
    args: [
      MAIN,
      ...['--port', String(ports.eventLog), '--folder', folder, '--run', runName],
      ...(developers ? ['--forward-to', developers] : []),
    ],
    cwd: kitPath('event-log'),
  };
}

/** The variables with which a server reports to the event log of its stack, or to none. */
export function tracingVariables({
  ports,
  servers,
}: Pick<StackAddresses, 'ports' | 'servers'>): Readonly<Record<string, string>> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: servers.has('eventLog') ? serverUrl(ports.eventLog) : '' };
}
