import { listScheduledFunctions } from '../../packages/stack/src/emulators/scheduler.ts';

/** Runs a scheduled function of a stack now. `functionsUrl` is SAVEPOINT_FUNCTIONS_URL. */
export async function runSchedule(functionsUrl: string, projectId: string, name: string): Promise<void> {
  const found = await listScheduledFunctions({ port: Number(new URL(functionsUrl).port), projectId });
  const status = await found.find((each) => each.name === name)?.run(new Date());
  if (status === undefined || status >= 300) throw new Error(`${name} responded with ${status}.`);
}
