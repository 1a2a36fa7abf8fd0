// The environment variables that carry the addresses of a running stack to the dev server, the
// functions and the test suites. The SDKs of Firebase and Google Cloud read those below; a project
// adds its own in its configuration. No other module of the kit composes an address.
import { readLocalSecrets } from './local-secrets.ts';
import { HOST, offsetPorts, type Ports } from './ports.ts';
import type { Project } from './project.ts';
import { fillTemplate } from './template.ts';

export interface StackAddresses {
  readonly ports: Ports;
  /** The emulators and services that the stack has. */
  readonly servers: ReadonlySet<string>;
  /** Where a browser opens the app: the dev server in `start`, or the Hosting emulator. */
  readonly appUrl: string;
}

/** `host:port`, the form of the SDKs' EMULATOR_HOST variables. */
export function hostAndPort(port: number): string {
  return `${HOST}:${port}`;
}

/** Base URL of a server on this machine. */
export function serverUrl(port: number): string {
  return `http://${hostAndPort(port)}`;
}

/** The region of functions that name none. */
const DEFAULT_REGION = 'us-central1';

/** Base URL of the HTTP functions, project and default region included. */
export function functionsUrl(projectId: string, ports: Ports): string {
  return `${serverUrl(ports.functions)}/${projectId}/${DEFAULT_REGION}`;
}

/** What the placeholders of the configuration stand for. */
type NamedAddresses = Pick<StackAddresses, 'ports' | 'appUrl'>;

/**
 * A text of the configuration with the addresses of the stack. `own` are the placeholders of one
 * server, `{port}` and `{url}`.
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
    return name.endsWith('.url') ? serverUrl(port) : hostAndPort(port);
  });
}

/** The placeholders of a server's own fields. */
export function ownAddress(port: number): Record<string, string> {
  return { port: String(port), url: serverUrl(port) };
}

/** The variables of every process of a stack. */
export function stackEnvironment(project: Project, addresses: StackAddresses): Record<string, string> {
  const { id, config } = project;
  const { ports, servers } = addresses;
  const services = Object.entries(config.services ?? {}).filter(([name]) => servers.has(name));
  return {
    GCLOUD_PROJECT: id,
    // Without this the first task of a process waits four seconds for the metadata server of a
    // machine of Google's.
    METADATA_SERVER_DETECTION: 'none',
    FIREBASE_EMULATOR_HUB: hostAndPort(ports.hub),
    ...emulatorVariables(ports, servers),
    ...fillAll(project, config.env, addresses),
    ...seedVariables(project),
    ...Object.assign(
      {},
      ...services.map(([name, { env, port }]) =>
        fillAll(project, env, addresses, ownAddress(ports[name] ?? port)),
      ),
    ),
  };
}

/** The variables of the seed's flags that are set, for a reset of the stack by another process. */
export function seedVariables({ config, environment }: Project): Record<string, string> {
  const variables = Object.values(config.seed?.flags ?? {}).map(({ variable }) => variable);
  return Object.fromEntries(
    variables.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}

function emulatorVariables(ports: Ports, servers: ReadonlySet<string>): Record<string, string> {
  return {
    ...(servers.has('firestore') && { FIRESTORE_EMULATOR_HOST: hostAndPort(ports.firestore) }),
    ...(servers.has('auth') && { FIREBASE_AUTH_EMULATOR_HOST: hostAndPort(ports.auth) }),
    ...(servers.has('storage') && {
      FIREBASE_STORAGE_EMULATOR_HOST: hostAndPort(ports.storage),
      // Unlike the others, with a scheme.
      STORAGE_EMULATOR_HOST: serverUrl(ports.storage),
    }),
    ...(servers.has('functions') && {
      CLOUD_EVENTARC_EMULATOR_HOST: serverUrl(ports.eventarc),
      CLOUD_TASKS_EMULATOR_HOST: hostAndPort(ports.tasks),
    }),
    ...(servers.has('pubsub') && {
      PUBSUB_EMULATOR_HOST: hostAndPort(ports.pubsub),
      // For the Functions emulator (packages/firebase-tools/patches/pubsub-server.cjs).
      SAVEPOINT_PUBSUB_HOST: hostAndPort(ports.pubsub),
    }),
    ...(servers.has('eventLog') && { SAVEPOINT_EVENT_LOG_URL: serverUrl(ports.eventLog) }),
  };
}

/** The variables of the web app's dev server. */
export function webEnvironment(project: Project, addresses: NamedAddresses): Record<string, string> {
  return fillAll(project, project.config.web?.env, addresses, ownAddress(addresses.ports.web));
}

function fillAll(
  project: Project,
  env: Readonly<Record<string, string>> | undefined,
  addresses: NamedAddresses,
  own?: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env ?? {}).map(([name, text]) => [name, fillAddresses(project, text, addresses, own)]),
  );
}

/** The names of all variables above. */
export function stackVariables(project: Project): readonly string[] {
  const ports = offsetPorts(project, 0);
  const servers = new Set(Object.keys(ports));
  return Object.keys({
    ...stackEnvironment(project, { ports, servers, appUrl: '' }),
    ...webEnvironment(project, { ports, appUrl: '' }),
  });
}
