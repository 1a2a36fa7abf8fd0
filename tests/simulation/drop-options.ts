// The options of a drop as command-line arguments, and back: a failing seed is printed as the
// command that repeats it.
import { parseArgs } from 'node:util';
import { FAULTS, type Fault } from './cloud/fault-plan.ts';
import { DROP_WAYS, type DropOptions } from './shop/run-drop.ts';

/** The parsed command. */
export interface Command {
  /** The same drop in each way of selling. */
  readonly drops: readonly DropOptions[];
  /** The number of seeds to run, starting with the drop's. */
  readonly seeds: number;
  /** The path of the report. */
  readonly report: string;
  /** The path of the log, if requested. */
  readonly log: string | undefined;
  /** The prototypes of the stock to run beside it; the bad one is a single document. */
  readonly designs: 'bad' | 'all' | 'none';
}

export const USAGE = `npm run simulate -- [options]
  --way LIST        how the edition is sold: ${DROP_WAYS.join(', ')}; line,draw
  --seed N          the same seed gives the same run; 1
  --shoppers N      1000
  --units N         units of the edition; 20
  --instances N     limit of instances of each function; 10
  --concurrency N   requests that an instance takes at once; as the functions are deployed
  --faults LIST     all, none, or some of ${FAULTS.join(', ')}
  --level LEVEL     usual, or high in the search for coincidences
  --limits on|off   the soft limits of Firestore; on
  --designs LIST    bad, all or none of the prototypes of the stock, under the same rush; bad
  --seeds N         that many runs, of the seeds from --seed on; 1
  --report FILE     the report as HTML; .savepoint/simulation.html
  --log FILE        the log of the run`;

/** A message for the user of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Throws a UsageError that names the option. */
export function parseCommand(args: readonly string[]): Command {
  const { values } = parse(args);
  const number = (name: keyof typeof values, fallback: number, max: number): number => {
    const text = values[name];
    if (text === undefined) return fallback;
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < 1 || value > max)
      throw new UsageError(`--${name} is '${text}'; it must be a whole number from 1 to ${max}.`);
    return value;
  };
  const choice = <T extends string>(name: keyof typeof values, choices: readonly [T, ...T[]]): T => {
    const found = choices.find((each) => each === (values[name] ?? choices[0]));
    if (found === undefined)
      throw new UsageError(`--${name} is '${values[name]}'; it must be ${choices.join(' or ')}.`);
    return found;
  };
  const base = {
    seed: number('seed', 1, 2 ** 31 - 1),
    shoppers: number('shoppers', 1000, 1_000_000),
    units: number('units', 20, 100_000),
    instances: number('instances', 10, 1000),
    concurrency: values.concurrency === undefined ? undefined : number('concurrency', 1, 1000),
    faults: parseFaults(values.faults ?? 'all'),
    faultLevel: choice('level', ['usual', 'high']),
    hasLimits: choice('limits', ['on', 'off']) === 'on',
  };
  return {
    drops: parseList('way', values.way ?? 'line,draw', DROP_WAYS).map((way) => ({ ...base, way })),
    seeds: number('seeds', 1, 1_000_000),
    report: values.report ?? '.savepoint/simulation.html',
    log: values.log,
    designs: choice('designs', ['bad', 'all', 'none']),
  };
}

/** The command that runs this drop. */
export function formatCommand(options: DropOptions): string {
  const { way, seed, shoppers, units, instances, concurrency, faults, faultLevel, hasLimits } = options;
  const list = faults.length === 0 ? 'none' : faults.length === FAULTS.length ? 'all' : faults.join(',');
  return [
    `npm run simulate -- --way ${way} --seed ${seed} --shoppers ${shoppers} --units ${units}`,
    `--instances ${instances} --faults ${list} --level ${faultLevel}`,
    ...(concurrency === undefined ? [] : [`--concurrency ${concurrency}`]),
    ...(hasLimits ? [] : ['--limits off']),
  ].join(' ');
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{
          way: text,
          seed: text,
          shoppers: text,
          units: text,
          instances: text,
          concurrency: text,
          faults: text,
        },
        ...{ level: text, limits: text, designs: text, seeds: text, report: text, log: text },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function parseFaults(list: string): Fault[] {
  if (list === 'all') return [...FAULTS];
  if (list === 'none') return [];
  return parseList('faults', list, FAULTS);
}

function parseList<T extends string>(name: string, list: string, choices: readonly T[]): T[] {
  return list.split(',').map((each) => {
    const found = choices.find((choice) => choice === each);
    if (found === undefined)
      throw new UsageError(`--${name} has '${each}'; there are ${choices.join(', ')}.`);
    return found;
  });
}
