// Owns firing the scheduled functions locally: the functions emulator lists them with their schedules and runs one when its trigger
// address is called, but has no clock. It must not know what they do.
import { Cron } from 'croner';
import { serverUrl } from '../config/environment.ts';
import { PROJECT_ID } from '../config/repository.ts';
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
  /** Runs it now and answers with the HTTP status of the run. */
  readonly run: (at: Date) => Promise<number>;
}

/** The scheduled functions that are loaded now. */
export async function listScheduledFunctions(functionsPort: number): Promise<ScheduledFunction[]> {
  const answer = await fetch(`${serverUrl(functionsPort)}/backends`);
  const { backends } = (await answer.json()) as { backends: { functionTriggers: Trigger[] }[] };
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
 * Fires each scheduled function when it is due, until `stop`. A reload of the functions may add or change schedules, so they are read
 * anew every 15 seconds.
 */
export function startScheduler(functionsPort: number, report: (line: string) => void): { stop(): void } {
  const crons = new Map<string, Cron>();
  const refresh = async () => {
    const found = await listScheduledFunctions(functionsPort);
    const wanted = new Map(found.map((item) => [`${item.name} ${item.schedule} ${item.timeZone}`, item]));
    for (const [key, cron] of crons) {
      if (!wanted.has(key)) {
        cron.stop();
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
      for (const cron of crons.values()) cron.stop();
    },
  };
}

function cronFor(item: ScheduledFunction, report: (line: string) => void): Cron {
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

/** How many resets of the data a session may see; each raises the generation. */
const MOST_GENERATIONS = 200;
const NOT_THIS_GENERATION = new Set([204, 404]);
let lastGeneration = 0;

/**
 * The trigger address carries the generation of the last enabling of triggers: 0 at start, one more after each reset. Older ones answer
 * 204, unknown ones 404, so the search goes on from the last that ran.
 */
async function runTrigger(port: number, trigger: Trigger, at: Date): Promise<number> {
  for (let tried = 0; tried < MOST_GENERATIONS; tried += 1) {
    const generation = lastGeneration + tried;
    const address = `${serverUrl(port)}/functions/projects/${PROJECT_ID}/triggers/${trigger.id}-${generation}`;
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-cloudscheduler-jobname': `firebase-schedule-${trigger.name}-${trigger.region}`,
        'x-cloudscheduler-scheduletime': at.toISOString(),
      },
      body: '{}',
    });
    await answer.arrayBuffer();
    if (NOT_THIS_GENERATION.has(answer.status)) continue;
    lastGeneration = generation;
    return answer.status;
  }
  throw new Error(`The functions emulator does not know ${trigger.entryPoint}.`);
}
