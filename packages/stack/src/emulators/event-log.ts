// Starts the event log, which keeps what the servers of a stack report. None of them needs it: the
// stack runs on without.
import { existsSync } from 'node:fs';
import { serverUrl } from '../config/environment.ts';
import { kitPath, kitProgram } from '../config/kit-files.ts';
import type { Ports, ServerName } from '../config/ports.ts';
import type { Environment } from '../config/process-environment.ts';
import type { Run } from '../processes/run.ts';
import { ServerProcess } from '../processes/server-process.ts';

const MAIN = kitProgram('event-log', 'src', 'main');
/** SQLite of older ones lacks what it needs. */
const FIRST_NODE = 24;
/** Its address is in the table of the start. */
const STARTED = /^Event log: http/;

export interface EventLogOptions {
  readonly run: Run;
  readonly ports: Ports;
  /** Absolute path of the folder with one file per run; without one, nothing is recorded. */
  readonly folder: string | undefined;
  readonly onLine: (line: string) => void;
}

/** The name of the event log among the servers of a stack, unless it is turned off. */
export function eventLogServers(environment: Environment): readonly ServerName[] {
  return isRecording(environment) ? ['eventLog'] : [];
}

function isNodeNewEnough(): boolean {
  return Number.parseInt(process.versions.node, 10) >= FIRST_NODE;
}

function isRecording(environment: Environment): boolean {
  return environment.SAVEPOINT_EVENT_LOG !== '0' && isNodeNewEnough() && existsSync(MAIN);
}

interface StartedEventLog {
  /** None where nothing is recorded. */
  readonly servers: readonly ServerProcess[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts the event log and returns it with the variables with which the servers report to it. Where
 * the developer has set OTEL_EXPORTER_OTLP_ENDPOINT, the event log sends the same data there.
 * SAVEPOINT_EVENT_LOG=0 starts none: nothing is recorded.
 */
export function startEventLog({ run, ports, folder, onLine }: EventLogOptions): StartedEventLog {
  const off = { servers: [], env: { OTEL_EXPORTER_OTLP_ENDPOINT: '' } };
  if (folder === undefined) return off;
  if (!isNodeNewEnough())
    onLine(`Nothing is recorded: that needs Node ${FIRST_NODE}, this is ${process.version}.`);
  if (!isRecording(run.environment)) return off;
  // The same for each of its starts in this run, so that it goes on in one file.
  const runName = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}`;
  const developers = run.environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  const server = new ServerProcess({
    run,
    name: 'eventLog',
    ports,
    process: {
      command: process.execPath,
      args: [
        MAIN,
        ...['--port', String(ports.eventLog), '--folder', folder, '--run', runName],
        ...(developers ? ['--forward-to', developers] : []),
      ],
      cwd: kitPath('event-log'),
      onLine: (line) => {
        if (!STARTED.test(line)) onLine(line);
      },
    },
    onExit: (problem) => {
      if (!run.isEnding) onLine(`The event log ${problem}; the stack runs on without it.`);
    },
  });
  return { servers: [server], env: { OTEL_EXPORTER_OTLP_ENDPOINT: serverUrl(ports.eventLog) } };
}
