// Describes how a change of savepoint.config.ts or firebase.json affects a running stack. Most
// fields are addresses and processes, which need a restart.
import type { SavepointConfig } from '../config/define-config.ts';
import { commandText, type Project } from '../config/project.ts';

/** Fields that each command reads when it starts. */
const OF_OTHER_COMMANDS: ReadonlySet<string> = new Set(['deploy']);
/** Fields of `seed` that a reset reads. */
const OF_RESET: ReadonlySet<string> = new Set(['seed.command', 'seed.accounts']);
/** Configurations compute the times in their documents while loading. */
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

/** The shortest paths of the fields whose values differ: `services.search.port`. */
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
 * Describes a change of savepoint.config.ts: which fields take effect through which command, and
 * which need a restart.
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

/** The line about fields that need a restart; none without such fields. */
export function describeRestart(fields: readonly string[]): string[] {
  return fields.length === 0 ? [] : [`restart to apply: ${fields.join(', ')}`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function asText(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(TIME, 'TIME');
}
