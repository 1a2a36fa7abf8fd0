import { unknownName } from 'savepoint-stack/config/unknown-name';
import { listScheduledFunctions, nextRun } from 'savepoint-stack/emulators/scheduler';
import { findRunningStack } from 'savepoint-stack/stack/running-stacks';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { selectionOf } from './stack-selection.ts';

/** `schedule`: lists the scheduled functions, or runs one immediately. */
export const schedule: Command = {
  summary: 'list the scheduled functions with their next runs, or run one now',
  usage: '[NAME] [--json] [--stack NAME]',
  flags: {
    json: { type: 'boolean', description: 'print the list as JSON' },
    stack: STACK,
    'port-offset': PORT_OFFSET,
  },
  maxPositionals: 1,
  async run(invocation, folder) {
    const { ports, servers, projectId } = findRunningStack(folder, selectionOf(invocation));
    const functions = servers.includes('functions')
      ? await listScheduledFunctions({ port: ports.functions, projectId })
      : [];
    const [name] = invocation.positionals;
    if (name === undefined) {
      const now = new Date();
      const listed = functions.map((each) => {
        const { name, schedule, timeZone } = each;
        return { name, schedule, timeZone, next: nextRun(each, now)?.toISOString() ?? null };
      });
      if (invocation.flag('json')) console.log(JSON.stringify(listed));
      else for (const line of describeSchedules(listed)) console.log(line);
      return 0;
    }
    const selected = functions.find((each) => each.name === name);
    if (selected === undefined) {
      const names = functions.map((each) => each.name);
      throw unknownName('scheduled function', name, names, `Usage: ${invocation.usage}`);
    }
    const status = await selected.run(new Date());
    console.log(`${name} returned ${status}`);
    return status < 300 ? 0 : 1;
  },
};

interface ListedSchedule {
  readonly name: string;
  readonly schedule: string;
  readonly timeZone: string;
  /** Null if the schedule cannot run here. */
  readonly next: string | null;
}

/** Formats the list for people. */
export function describeSchedules(listed: readonly ListedSchedule[]): string[] {
  return listed.length === 0 ? ['There are no scheduled functions.'] : listed.map(describe);
}

function describe({ name, schedule, timeZone, next }: ListedSchedule): string {
  const due = next === null ? 'does not run here' : `next run ${next}`;
  return `${name.padEnd(24)} ${schedule} (${timeZone}), ${due}`;
}
