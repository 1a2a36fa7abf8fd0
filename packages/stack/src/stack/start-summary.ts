import type { SavepointConfig } from '../config/define-config.ts';
import { fillAddresses, serverUrl } from '../config/environment.ts';
import type { Project } from '../config/project.ts';
import type { Stack } from './stack.ts';

export interface StartSummary {
  readonly project: Project;
  readonly stack: Pick<Stack, 'ports' | 'appUrl' | 'shownPorts'>;
  readonly seconds: number;
}

type Row = readonly [name: string, url: string, note: string];

/** Part of the summary's first line; the start-up benchmark waits for it. */
export function readyMessage({ config }: Project): string {
  return `${config.name ?? 'The project'} is ready`;
}

/** The table that `start` ends with: the URL of each server, and the accounts for signing in. */
export function formatStartSummary({ project, stack, seconds }: StartSummary): string {
  const { config } = project;
  const { ports, shownPorts } = stack;
  const rows: Row[] = [
    ...shownPorts.map(
      ({ name, label = name, note = '' }): Row => [label, serverUrl(ports[name] as number), note],
    ),
    ...(config.links ?? []).map(
      ({ title, url, note = '' }): Row => [title, fillAddresses(project, url, stack), note],
    ),
    ...accountRows(config),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const lines = rows.map(([name, address, note]) =>
    `  ${name.padEnd(widths[0] as number)}  ${address.padEnd(widths[1] as number)}  ${note}`.trimEnd(),
  );
  return `\n${readyMessage(project)} (${seconds.toFixed(1)} s). Ctrl+C stops everything.\n\n${lines.join('\n')}\n`;
}

function accountRows({ seed }: SavepointConfig): Row[] {
  return (seed?.accounts ?? [])
    .filter(({ label }) => label !== undefined)
    .map(({ label, email, password }) => [`Sign in (${label})`, email, `password ${password}`]);
}
