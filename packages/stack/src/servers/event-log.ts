// The event log stores the traces and logs that a stack's servers send. No server depends on it.
import { existsSync } from 'node:fs';
import { type StackAddresses, serverUrl } from '../config/environment.ts';
import { kitPath, kitProgram } from '../config/kit-files.ts';
import type { Ports } from '../config/ports.ts';
import type { Environment } from '../config/process-environment.ts';
import type { ProcessSpec } from '../processes/run.ts';
import type { Server } from './server.ts';

const MAIN = kitProgram('event-log', 'src', 'main');
/** The summary of the start shows its address. */
const STARTED = /^Event log: http/;

/** With SAVEPOINT_EVENT_LOG=0 it does not start, and nothing is recorded. */
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

/** Returns whether this installation can record. */
export function canRecord(environment: Environment): boolean {
  return environment.SAVEPOINT_EVENT_LOG !== '0' && existsSync(MAIN);
}

interface EventLogOptions {
  readonly environment: Environment;
  readonly ports: Pick<Ports, 'eventLog'>;
  /** Absolute path of a folder with one file per run. */
  readonly folder: string;
}

/**
 * The process of an event log. If the developer has set OTEL_EXPORTER_OTLP_ENDPOINT, it also sends
 * the data there.
 */
export function eventLogProcess({
  environment,
  ports,
  folder,
}: EventLogOptions): Omit<ProcessSpec, 'name' | 'onLine'> {
  // The same for all starts within this run, so that they continue one file.
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

/** The variables that make a server report to its stack's event log, or to none. */
export function tracingVariables({
  ports,
  servers,
}: Pick<StackAddresses, 'ports' | 'servers'>): Readonly<Record<string, string>> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: servers.has('eventLog') ? serverUrl(ports.eventLog) : '' };
}
