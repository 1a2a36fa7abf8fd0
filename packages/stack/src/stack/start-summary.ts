import type { SavepointConfig } from '../config/define-config.ts';
import { fillAddresses, serverUrl } from '../config/environment.ts';
import type { Site } from '../config/firebase-json.ts';
import { isOnNetwork, networkAddresses } from '../config/listen-host.ts';
import type { Project } from '../config/project.ts';
import { missingSiteFolder } from '../config/site-folders.ts';
import { defaultInstance } from '../emulators/database-rules.ts';
import type { LoadedFunction, StackFunctions } from '../emulators/loaded-functions.ts';
import { shorten } from '../emulators/unloaded-functions.ts';
import { trustCommand, trustedFile } from '../servers/https.ts';
import type { ServerPort } from '../servers/server.ts';
import type { HostingSites } from './hosting-sites.ts';
import type { Stack } from './stack.ts';

const MAX_NAMES = 3;

/** The addresses that a user may want to open. */
export interface Addresses {
  readonly project: Project;
  readonly stack: Pick<Stack, 'ports' | 'appUrl' | 'shownPorts'>;
  readonly functions: StackFunctions;
  readonly sites: HostingSites;
}

export interface StartSummary extends Addresses {
  readonly seconds: number;
}

type Row = readonly [name: string, url: string, note: string];

/** Part of the summary's first line; the start-up benchmark waits for it. */
export function readyMessage({ config }: Project): string {
  return `${config.name ?? 'The project'} is ready`;
}

/**
 * The final output of `start`: the project id, the URL of each server, and accounts for signing in.
 */
export function formatStartSummary(summary: StartSummary): string {
  const { project, seconds } = summary;
  return `\n${readyMessage(project)} (${seconds.toFixed(1)} s). Ctrl+C stops everything.\n\n${formatAddresses(summary)}\n`;
}

/** The rows of that table. */
export function formatAddresses(summary: Addresses): string {
  const { project, stack } = summary;
  const { config } = project;
  const rows: Row[] = [
    ['Project id', project.id, 'the one that clients must use, too'],
    ...stack.shownPorts.flatMap((port) => rowsOf(port, summary)),
    ...(config.links ?? []).map(
      ({ title, url, note = '' }): Row => [title, fillAddresses(project, url, stack), note],
    ),
    ...accountRows(config),
    ...networkRows(project, stack),
    ...certificateRows(stack),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const lines = rows.map(([name, address, note]) =>
    `  ${name.padEnd(widths[0] as number)}  ${address.padEnd(widths[1] as number)}  ${note}`.trimEnd(),
  );
  return lines.join('\n');
}

function rowsOf(
  { name, label = name, note = '', scheme }: ServerPort,
  { project, stack: { ports }, functions, sites }: Addresses,
): Row[] {
  const url = serverUrl(ports[name] as number, scheme);
  if (name === 'functions') return functionRows(label, url, functions);
  if (name === 'database') return [[label, `${url}/?ns=${defaultInstance(project)}`, note]];
  if (name === 'hosting') return hostingRows(project, { label, url, note }, sites);
  return [[label, url, note]];
}

/** Functions by region that have a URL, other functions, and codebases that are not loaded. */
function functionRows(label: string, emulator: string, { loaded, unloaded }: StackFunctions): Row[] {
  const regions = Map.groupBy(
    loaded.filter(({ url }) => url !== undefined),
    ({ url = '', name }) => url.slice(0, -name.length),
  );
  const others = loaded.filter(({ url }) => url === undefined);
  return [
    ...[...regions].map(([url, functions]): Row => [label, url, listNames(functions)]),
    ...(regions.size === 0 ? [[label, emulator, 'none over HTTP'] as const] : []),
    ...(others.length > 0 ? [[label, 'by events and schedules', listNames(others)] as const] : []),
    ...unloaded.map((failure): Row => {
      const { reason, remedy } = shorten(failure);
      return [label, 'not loaded', `${reason}. ${remedy}`];
    }),
  ];
}

function listNames(functions: readonly LoadedFunction[]): string {
  const names = functions.slice(0, MAX_NAMES).map(({ name }) => name);
  const others = functions.length - names.length;
  return names.join(', ') + (others > 0 ? ` and ${others} more: savepoint list --functions` : '');
}

interface HostingRow {
  readonly label: string;
  readonly url: string;
  readonly note: string;
}

function hostingRows(project: Project, { label, url, note }: HostingRow, sites: HostingSites): Row[] {
  const noteOf = (site: Site | undefined) => {
    const missing = site && missingSiteFolder(project, site);
    return missing === undefined ? note : `every page is 404 without the folder ${missing}`;
  };
  const configured = project.firebase.sites;
  const named = sites.list();
  if (named.length < 2) return [[label, url, noteOf(configured[0])]];
  return named.map(([name, address]) => {
    return [`${label} (${name})`, address, noteOf(configured.find((each) => each.name === name))];
  });
}

/** Which other machines can reach the servers, and at which address. */
function networkRows(project: Project, { shownPorts }: Pick<Stack, 'shownPorts'>): Row[] {
  const others = shownPorts.filter(({ name }) => isOnNetwork(project, name));
  if (others.length === 0) {
    const note = "with these ports, also from Android's emulator by 10.0.2.2";
    return [['Reachable', 'on this machine', `${note}; for phones and containers: --host 0.0.0.0`]];
  }
  const names = others.map(({ name, label = name }) => label).join(', ');
  const addresses = networkAddresses();
  if (addresses.length === 0) return [['Reachable', 'no network', `when there is one: ${names}`]];
  return addresses.map((address) => ['Reachable', address, `from the network: ${names}`]);
}

/** The certificate that browsers and phones must trust once. */
function certificateRows({ shownPorts }: Pick<Stack, 'shownPorts'>): Row[] {
  if (!shownPorts.some(({ scheme }) => scheme === 'https')) return [];
  const file = trustedFile();
  return [
    ['To trust HTTPS', 'once', trustCommand(file)],
    ['', 'on a phone', `install ${file}`],
  ];
}

function accountRows({ seed }: SavepointConfig): Row[] {
  return (seed?.accounts ?? [])
    .filter(({ label }) => label !== undefined)
    .map(({ label, email, password }) => [`Sign in (${label})`, email, `password ${password}`]);
}
