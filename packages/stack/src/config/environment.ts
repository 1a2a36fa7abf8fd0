// The environment variables that carry the addresses of a running stack to the dev server, the
// functions and the test suites. The SDKs of Firebase and Google Cloud read the ones below; a
// project adds its own in its configuration. No other module of the kit composes addresses.
import { HOST } from './listen-host.ts';
import { readLocalSecrets } from './local-secrets.ts';
import type { Ports } from './ports.ts';
import type { Project } from './project.ts';
import { fillTemplate } from './template.ts';

export interface StackAddresses {
  readonly ports: Ports;
  /** Names of the emulators and services in the stack. */
  readonly servers: ReadonlySet<string>;
  /** Where a browser opens the app: the dev server in `start`, or the Hosting emulator. */
  readonly appUrl: string;
}

/** `host:port`, the form of the SDKs' `*_EMULATOR_HOST` variables. */
export function hostAndPort(port: number): string {
  return `${HOST}:${port}`;
}

/** Base URL of a server on this machine. */
export function serverUrl(port: number, scheme: 'http' | 'https' = 'http'): string {
  return `${scheme}://${hostAndPort(port)}`;
}

/** The values for placeholders of the configuration. */
type NamedAddresses = Pick<StackAddresses, 'ports' | 'appUrl'>;

/**
 * Fills the addresses of the stack into a string of the configuration. `own` are the placeholders
 * of one server, `{port}` and `{url}`.
 */
export function fillAddresses(
  project: Pick<Project, 'id' | 'functionsFolders'>,
  text: string,
  { ports, appUrl }: NamedAddresses,
  own: Readonly<Record<string, string>> = {},
): string {
  return fillTemplate(text, (name) => {
    if (own[name] !== undefined) return own[name];
    if (name === 'project') return project.id;
    if (name === 'app.url') return appUrl;
    if (name.startsWith('secret.')) return readLocalSecrets(project)[name.slice('secret.'.length)] ?? '';
    const port = ports[name.replace(/\.url$/, '')];
    if (port === undefined) return undefined;
    if (!name.endsWith('.url')) return hostAndPort(port);
    return serverUrl(port, name.endsWith('Https.url') ? 'https' : 'http');
  });
}

/** The placeholders for a server's own fields. */
export function ownAddress(port: number): Record<string, string> {
  return { port: String(port), url: serverUrl(port) };
}

/**
 * Fills the addresses of the stack into variables of the configuration. `own` as in
 * `fillAddresses`.
 */
export function fillVariables(
  project: Pick<Project, 'id' | 'functionsFolders'>,
  env: Readonly<Record<string, string>> | undefined,
  addresses: NamedAddresses,
  own?: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env ?? {}).map(([name, text]) => [name, fillAddresses(project, text, addresses, own)]),
  );
}
