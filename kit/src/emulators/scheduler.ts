// A local Cloud Scheduler: the functions emulator lists scheduled functions and runs one when its trigger URL is called, but has no clock.
import { Cron } from 'croner';
import { serverUrl } from '../config/environment.ts';
import { projectId } from '../config/project.ts';
import { scheduleToCron } from './schedule-syntax.ts';

const REFRESH_MS = 15_000;

interface Trigger {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly entryPoint: string;
  readonly schedule?: { readonly schedule?: string; readonly timeZone?: string };
}

export interface ScheduledFunction {
  readonly name: string;
  readonly schedule: string;
  readonly timeZone: string;
  /** Runs it now; resolves with the HTTP status of the run. */
  readonly run: (at: Date) => Promise<number>;
}

/** The scheduled functions that the functions emulator has loaded. */
export async function listScheduledFunctions(functionsPort: number): Promise<ScheduledFunction[]> {
  const response = await fetch(`${serverUrl(functionsPort)}/backends`);
  const { backends } = (await response.json()) as { backends: { functionTriggers: Trigger[] }[] };
  return backends
    .flatMap((backend) => backend.functionTriggers)
    .filter((trigger) => trigger.schedule?.schedule !== undefined)
    .map((trigger) => ({
      name: trigger.entryPoint,
      schedule: trigger.schedule?.schedule as string,
      timeZone: trigger.schedule?.timeZone ?? 'UTC',
      run: (at) => runTrigger(functionsPort, trigger, at),
    }));
}

/**
 * Runs each scheduled function when it is due, until `stop`. A reload of the functions may add or change schedules, so they are listed
 * again every 15 seconds.
 */
export function startScheduler(functionsPort: number, report: (line: string) => void): { stop(): void } {
  const crons = new Map<string, Cron | undefined>();
  const refresh = async () => {
    const found = await listScheduledFunctions(functionsPort);
    const wanted = new Map(found.map((item) => [`${item.name} ${item.schedule} ${item.timeZone}`, item]));
    for (const [key, cron] of crons) {
      if (!wanted.has(key)) {
        cron?.stop();
        crons.delete(key);
      }
    }
    for (const [key, item] of wanted) if (!crons.has(key)) crons.set(key, cronFor(item, report));
  };
  const reportFailure = (error: unknown) => report(`schedules: ${(error as Error).message}`);
  refresh().catch(reportFailure);
  const timer = setInterval(() => refresh().catch(reportFailure), REFRESH_MS);
  return {
    stop() {
      clearInterval(timer);
      for (const cron of crons.values()) cron?.stop();
    },
  };
}

/** When a scheduled function is due next; null for a schedule that cannot be run here, and for one that is over. */
export function nextRun(
  { schedule, timeZone }: Pick<ScheduledFunction, 'schedule' | 'timeZone'>,
  after: Date,
): Date | null {
  try {
    return new Cron(scheduleToCron(schedule), { timezone: timeZone, paused: true }).nextRun(after);
  } catch {
    return null;
  }
}

/** Runs a function when it is due; undefined, once reported, for a schedule that cannot be run here. */
function cronFor(item: ScheduledFunction, report: (line: string) => void): Cron | undefined {
  try {
    return startCron(item, report);
  } catch (error) {
    report(`schedule ${item.name} does not run: ${(error as Error).message}`);
    return undefined;
  }
}

function startCron(item: ScheduledFunction, report: (line: string) => void): Cron {
  return new Cron(
    scheduleToCron(item.schedule),
    { timezone: item.timeZone, protect: true, unref: true },
    async (self: Cron) => {
      try {
        const status = await item.run(self.currentRun() ?? new Date());
        report(`schedule ${item.name} (${item.schedule}) ran: ${status}`);
      } catch (error) {
        report(`schedule ${item.name} did not run: ${(error as Error).message}`);
      }
    },
  );
}

/** Each reset of the data increments the trigger generation by one. */
const MAX_GENERATIONS = 200;
const OTHER_GENERATION = new Set([204, 404]);
let lastGeneration = 0;

/**
 * A trigger URL ends with the generation of the triggers: 0 at start, one more each time that they are enabled again. The emulator returns
 * 204 for an old generation and 404 for an unknown one, so the search continues from the last one that ran.
 */
async function runTrigger(port: number, trigger: Trigger, at: Date): Promise<number> {
  for (let tried = 0; tried < MAX_GENERATIONS; tried += 1) {
    const generation = lastGeneration + tried;
    const url = `${serverUrl(port)}/functions/projects/${projectId()}/triggers/${trigger.id}-${generation}`;
    const response = await fetch(url, {
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
    lastGeneration = generation;
    return response.status;
  }
  throw new Error(`The functions emulator does not know ${trigger.entryPoint}.`);
}
