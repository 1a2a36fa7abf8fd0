// The effect of a change of savepoint.config.ts or firebase.json on a running stack: most fields
// are addresses and processes.
import type { SavepointConfig } from '../config/define-config.ts';
import { commandText, type Project } from '../config/project.ts';

/** Fields that each command reads when it starts. */
const OF_OTHER_COMMANDS: ReadonlySet<string> = new Set(['deploy']);
/** Fields of `seed` that a reset reads. */
const OF_RESET: ReadonlySet<string> = new Set(['seed.command', 'seed.accounts']);
/** Configurations compute the times of their documents when they are loaded. */
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

/** The paths of the fields whose values differ, as short as they can be: `services.search.port`. */
export function changedFields(before: unknown, after: unknown, path = ''): string[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      changedFields(before[name], after[name], path === '' ? name : `${path}.${name}`),
    );
  }
  return asText(before) === asText(after) ? [] : [path];
}

/**
 * The lines about a change of savepoint.config.ts: what takes effect, by which command, and what
 * at the next start only.
 */
export function describeConfigChange(
  { folder, config }: Pick<Project, 'folder' | 'config'>,
  after: SavepointConfig,
): string[] {
  const fields = changedFields(config, after);
  const topLevel = (field: string) => field.split('.', 1)[0] as string;
  const reset = fields.filter((field) => OF_RESET.has(field.split('.', 2).join('.')));
  const others = fields.filter((field) => OF_OTHER_COMMANDS.has(topLevel(field)));
  const restart = fields.filter((field) => !reset.includes(field) && !others.includes(field));
  return [
    ...(others.length > 0 ? [`the next command uses: ${others.join(', ')}`] : []),
    ...(reset.length > 0 ? [`${commandText(folder, 'reset')} applies: ${reset.join(', ')}`] : []),
    ...describeRestart(restart),
  ];
}

/** The lines about fields that take effect at the next start only. */
export function describeRestart(fields: readonly string[]): string[] {
  return fields.length === 0 ? [] : [`restart to apply: ${fields.join(', ')}`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function asText(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(TIME, 'TIME');
}
