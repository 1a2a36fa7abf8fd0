// A local Cloud Scheduler: the Functions emulator lists scheduled functions and runs one when its
// trigger URL is called, but has no clock.

import { serverUrl } from '../config/environment.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import { parseSchedule, type Schedule } from './schedule-syntax.ts';

const REFRESH_MS = 15_000;
/** The longest delay of a Node timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** The time zone of functions that name none, as deployed by firebase-tools. */
const DEFAULT_TIME_ZONE = 'UTC';
const DEFAULT_TIME_ZONE_V1 = 'America/Los_Angeles';

interface Trigger {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly entryPoint: string;
  readonly platform: string;
  readonly schedule?: { readonly schedule?: string; readonly timeZone?: string | null };
}

export interface ScheduledFunction {
  /** Unique: a function in several regions has a schedule in each. */
  readonly id: string;
  readonly name: string;
  readonly schedule: string;
  readonly timeZone: string;
  /** Runs it immediately; resolves with the HTTP status. */
  readonly run: (at: Date) => Promise<number>;
}

/** A project's Functions emulator. */
export interface ProjectFunctions {
  readonly port: number;
  readonly projectId: string;
}

/** The emulator's current trigger generation, once a run has found it. */
interface Generation {
  last: number;
}

/**
 * The scheduled functions that the Functions emulator has loaded.
 * @param generation shared by all lists of a caller, so that their functions search for it only
 * once
 */
export async function listScheduledFunctions(
  functions: ProjectFunctions,
  generation: Generation = { last: 0 },
): Promise<ScheduledFunction[]> {
  const response = await fetchServer('The Functions emulator', `${serverUrl(functions.port)}/backends`);
  const { backends } = (await response.json()) as { backends: { functionTriggers: Trigger[] }[] };
  return backends
    .flatMap((backend) => backend.functionTriggers)
    .filter((trigger) => trigger.schedule?.schedule !== undefined)
    .map((trigger) => ({
      id: trigger.id,
      name: trigger.entryPoint,
      schedule: trigger.schedule?.schedule as string,
      timeZone:
        trigger.schedule?.timeZone ||
        (trigger.platform === 'gcfv1' ? DEFAULT_TIME_ZONE_V1 : DEFAULT_TIME_ZONE),
      run: (at) => runTrigger(functions, trigger, at, generation),
    }));
}

/**
 * Runs each scheduled function when it is due, until `stop`. Functions are listed again every 15
 * seconds, because a reload may change schedules.
 */
export function startScheduler(
  functions: ProjectFunctions,
  report: (line: string) => void,
): { stop(): void } {
  const generation: Generation = { last: 0 };
  const timers = new Map<string, Timer>();
  const refresh = async () => {
    const found = await listScheduledFunctions(functions, generation);
    const wanted = new Map(found.map((item) => [`${item.id} ${item.schedule} ${item.timeZone}`, item]));
    for (const [key, timer] of timers) {
      if (!wanted.has(key)) {
        timer.stop();
        timers.delete(key);
      }
    }
    for (const [key, item] of wanted) if (!timers.has(key)) timers.set(key, startTimer(item, report));
  };
  let failure: string | undefined;
  const refreshAndReport = async () => {
    const message = await refresh().then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (message !== undefined && message !== failure) report(`schedules: ${message}`);
    failure = message;
  };
  void refreshAndReport();
  const timer = setInterval(refreshAndReport, REFRESH_MS);
  return {
    stop() {
      clearInterval(timer);
      for (const each of timers.values()) each.stop();
    },
  };
}

/** The next time a scheduled function is due; null if its schedule cannot run here or has ended. */
export function nextRun(
  { schedule, timeZone }: Pick<ScheduledFunction, 'schedule' | 'timeZone'>,
  after: Date,
): Date | null {
  try {
    return parseSchedule(schedule, timeZone).next(after);
  } catch {
    return null;
  }
}

interface Timer {
  stop(): void;
}

/**
 * Runs a function each time it is due, unless its previous run continues. Reports a schedule that
 * cannot run here.
 */
function startTimer(item: ScheduledFunction, report: (line: string) => void): Timer {
  try {
    return runWhenDue(item, parseSchedule(item.schedule, item.timeZone), report);
  } catch (error) {
    report(`schedule ${item.name} does not run: ${(error as Error).message}`);
    return { stop: () => undefined };
  }
}

function runWhenDue(item: ScheduledFunction, schedule: Schedule, report: (line: string) => void): Timer {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const wait = (due: Date | null) => {
    if (isStopped || due === null) return;
    const ms = Number(due) - Date.now();
    timer = setTimeout(() => (ms > MAX_TIMER_MS ? wait(due) : run(due)), Math.min(ms, MAX_TIMER_MS)).unref();
  };
  const run = async (due: Date) => {
    try {
      const status = await item.run(due);
      report(`schedule ${item.name} (${item.schedule}) ran: ${status}`);
    } catch (error) {
      report(`schedule ${item.name} did not run: ${(error as Error).message}`);
    }
    // A timer may fire slightly early.
    wait(schedule.next(new Date(Math.max(Number(due), Date.now()))));
  };
  wait(schedule.next(new Date()));
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Each reset of the data increments the trigger generation by one. */
const MAX_GENERATIONS = 200;
const OTHER_GENERATION = new Set([204, 404]);

/**
 * A trigger URL ends with the trigger generation: 0 at the start, incremented each time triggers
 * are enabled again. The emulator returns 204 for an old generation and 404 for an unknown one, so
 * the search continues from the last one that ran. A restart of firebase-tools begins at 0 again.
 */
async function runTrigger(
  { port, projectId }: ProjectFunctions,
  trigger: Trigger,
  at: Date,
  generation: Generation,
): Promise<number> {
  for (let tried = 0; tried < MAX_GENERATIONS; tried += 1) {
    const number = (generation.last + tried) % MAX_GENERATIONS;
    const url = `${serverUrl(port)}/functions/projects/${projectId}/triggers/${trigger.id}-${number}`;
    const response = await fetchServer('The Functions emulator', url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-cloudscheduler-jobname': `firebase-schedule-${trigger.name}-${trigger.region}`,
        'x-cloudscheduler-scheduletime': at.toISOString(),
      },
      body: '{}',
    });
    await response.arrayBuffer();
    if (OTHER_GENERATION.has(response.status)) continue;
    generation.last = number;
    return response.status;
  }
  throw new Error(`The Functions emulator has no function ${trigger.entryPoint}.`);
}
