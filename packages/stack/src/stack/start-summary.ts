import type { SavepointConfig, WebConfig } from '../config/define-config.ts';
import { fillAddresses, serverUrl } from '../config/environment.ts';
import type { Project } from '../config/project.ts';
import type { StackRecord } from '../data/reset-data.ts';
import { studioServers } from './studio.ts';

export interface StartSummary {
  readonly project: Project;
  readonly stack: StackRecord;
  readonly appUrl: string;
  readonly seconds: number;
}

type Row = readonly [name: string, url: string, note: string];

/** Part of the summary's first line; the start-up benchmark waits for it. */
export function readyMessage({ config }: Project): string {
  return `${config.name ?? 'The project'} is ready`;
}

/** The table that `start` ends with: the URL of each server, and the accounts for signing in. */
export function formatStartSummary({ project, stack, appUrl, seconds }: StartSummary): string {
  const { config } = project;
  const { ports, servers } = stack;
  const url = (text: string) => fillAddresses(project, text, { ports, appUrl });
  const rows: Row[] = [
    ...(config.web === undefined ? [] : [webRow(config.web, ports.web)]),
    ...studioServers(project.environment).map(
      (): Row => ['Studio', serverUrl(ports.studio), 'documents, accounts, rules and traces of this stack'],
    ),
    ...emulatorRows(stack),
    ...(config.links ?? []).map(({ title, url: link, note = '' }): Row => [title, url(link), note]),
    ...Object.entries(config.services ?? {})
      .filter(([name]) => servers.includes(name))
      .map(
        ([name, { title, note = '', port }]): Row => [title ?? name, serverUrl(ports[name] ?? port), note],
      ),
    ...(servers.includes('eventLog') ? [eventLogRow(ports.eventLog)] : []),
    ...accountRows(config),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const lines = rows.map(([name, address, note]) =>
    `  ${name.padEnd(widths[0] as number)}  ${address.padEnd(widths[1] as number)}  ${note}`.trimEnd(),
  );
  return `\n${readyMessage(project)} (${seconds.toFixed(1)} s). Ctrl+C stops everything.\n\n${lines.join('\n')}\n`;
}

function webRow({ title = 'App', note = 'the dev server' }: WebConfig, port: number): Row {
  return [title, serverUrl(port), note];
}

function eventLogRow(port: number): Row {
  return ['Event log', serverUrl(port), 'traces and logs of all servers, in SQL'];
}

function emulatorRows({ ports, servers }: StackRecord): Row[] {
  const rows: readonly [server: string, ...Row][] = [
    ['firestore', 'Firestore', serverUrl(ports.firestore), 'gRPC, REST and WebChannel on one port'],
    ['auth', 'Auth', serverUrl(ports.auth), ''],
    ['storage', 'Storage', serverUrl(ports.storage), 'files; its rules are reloaded on save'],
    ['functions', 'Functions', serverUrl(ports.functions), 'built and loaded again on save'],
    ['pubsub', 'Pub/Sub', serverUrl(ports.pubsub), 'gRPC and REST on one port'],
    [
      'hosting',
      'Hosting',
      serverUrl(ports.hosting),
      'the files of hosting.public, with its headers and rewrites',
    ],
  ];
  return rows.filter(([server]) => servers.includes(server)).map(([, ...row]) => row);
}

function accountRows({ seed }: SavepointConfig): Row[] {
  return (seed?.accounts ?? [])
    .filter(({ label }) => label !== undefined)
    .map(({ label, email, password }) => [`Sign in (${label})`, email, `password ${password}`]);
}
