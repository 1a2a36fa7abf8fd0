// Studio, the dashboard of the stack, is a package of its own: the kit describes the stack to it in
// a file and starts it as a process.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUpToDate } from '../builds/up-to-date.ts';
import type { SavepointConfig } from '../config/define-config.ts';
import { fillAddresses, serverUrl } from '../config/environment.ts';
import type { Site } from '../config/firebase-json.ts';
import { kitPath, kitProgram, packagePath } from '../config/kit-files.ts';
import type { ServerName } from '../config/ports.ts';
import type { Environment } from '../config/process-environment.ts';
import type { Project } from '../config/project.ts';
import { describeInitialData } from '../data/initial-data.ts';
import type { StackRecord } from '../data/reset-data.ts';
import type { Run } from '../processes/run.ts';
import { ServerProcess } from '../processes/server-process.ts';

const STUDIO = kitPath('studio');
/** The entry point of Studio's server. */
export const STUDIO_MAIN = kitProgram('studio', 'server', 'main');
const BUILT_PAGE = join(STUDIO, 'dist', 'page', 'index.html');
const PAGE_SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json'];
const OUTPUT_LINES = 30;
const EMULATORS = {
  firestore: 'Firestore',
  auth: 'Authentication',
  storage: 'Storage',
  functions: 'Functions',
  hosting: 'Hosting',
} as const;

interface StudioOptions {
  readonly project: Project;
  readonly run: Run;
  readonly stack: StackRecord;
  /** The name of the stack, for commands on it. */
  readonly name: string;
  /** The socket of server-control.ts. */
  readonly control: string;
  readonly onLine: (line: string) => void;
  /** As that of a server process. */
  readonly onExit: (problem: string) => void;
}

/**
 * The name of Studio among the servers of a stack; none with SAVEPOINT_STUDIO=0, and on Node 20,
 * which has no WebSocket for the request monitor.
 */
export function studioServers(environment: Environment): readonly ServerName[] {
  return hasStudio(environment) && 'WebSocket' in globalThis ? ['studio'] : [];
}

function hasStudio(environment: Environment): boolean {
  return environment.SAVEPOINT_STUDIO !== '0' && existsSync(STUDIO_MAIN);
}

/** What the dev server's pages must know of Studio, for links in the browser's console. */
export function studioEnvironment(
  environment: Environment,
  ports: Readonly<Record<string, number>>,
): Record<string, string> {
  return hasStudio(environment) ? { SAVEPOINT_STUDIO_URL: serverUrl(ports.studio as number) } : {};
}

/** Starts Studio without waiting for it, so that the stack is ready no later. */
export function startStudio({
  project,
  run,
  stack,
  name,
  control,
  onLine,
  onExit,
}: StudioOptions): ServerProcess {
  const file = join(run.folder, 'studio.json');
  writeFileSync(file, JSON.stringify({ ...describeStack(project, stack, name), control }));
  const { studio: port } = stack.ports;
  return new ServerProcess({
    run,
    name: 'studio',
    ports: stack.ports,
    process: {
      command: process.execPath,
      args: [STUDIO_MAIN, '--port', String(port), '--stack', file],
      cwd: STUDIO,
      onLine,
    },
    onExit,
  });
}

/** The description that packages/studio/server/stack-description.ts validates. */
function describeStack(project: Project, stack: StackRecord, stackName: string): object {
  const { ports, servers } = stack;
  const { folder, id, config, firebase } = project;
  const server = (name: string, label: string) => ({
    name,
    label,
    url: serverUrl(ports[name] as number),
    state: 'running',
  });
  const part = (name: keyof typeof EMULATORS) =>
    servers.includes(name) ? { url: serverUrl(ports[name]) } : null;
  const services = Object.entries(config.services ?? {})
    .filter(([name]) => servers.includes(name))
    .map(([name, { title, frame = false }]) => ({ ...server(name, title ?? name), hasFrame: frame }));
  const appUrl = serverUrl(config.web === undefined ? ports.hosting : ports.web);
  const links = (config.links ?? []).map(({ title, url, frame = false }) => ({
    name: title,
    label: title,
    url: fillAddresses(project, url, { ports, appUrl }),
    hasFrame: frame,
  }));
  return {
    projectId: id,
    folder,
    app: describeApp(config, appUrl),
    servers: [
      ...(config.web === undefined ? [] : [server('web', config.web.title ?? 'App')]),
      ...Object.entries(EMULATORS).flatMap(([name, label]) =>
        servers.includes(name) ? [server(name, label)] : [],
      ),
      ...services,
      ...(servers.includes('pubsub') ? [server('pubsub', 'Pub/Sub')] : []),
      ...(servers.includes('eventLog') ? [server('eventLog', 'Event log')] : []),
    ],
    firestore: servers.includes('firestore')
      ? {
          url: serverUrl(ports.firestore),
          rulesFile: firebase.firestore?.rules ?? '',
          requestsUrl: serverUrl(ports.firestoreWebsocket),
        }
      : null,
    auth: part('auth'),
    storage: part('storage'),
    functions: part('functions'),
    hosting: servers.includes('hosting') ? { rewrites: functionRewrites(firebase.sites) } : null,
    mail: null,
    services: [
      ...links,
      ...services.map(({ name, label, url, hasFrame }) => ({ name, label, url, hasFrame })),
    ],
    eventLog: servers.includes('eventLog') ? { url: serverUrl(ports.eventLog) } : null,
    hasSeed: describeInitialData(config.seed, stack) !== undefined,
    commandLine: {
      // The command line that starts this stack.
      argv: [process.execPath, process.argv[1]],
      flags: ['--stack', stackName],
      folder,
    },
  };
}

/** The rewrites of all sites to functions; `function` of firebase.json is a name or an object. */
function functionRewrites(sites: readonly Site[]): { source: string; function: string }[] {
  return sites.flatMap(({ entry: { rewrites } }) =>
    (Array.isArray(rewrites) ? (rewrites as Record<string, unknown>[]) : []).flatMap((rewrite) => {
      const target = rewrite.function as string | { functionId?: string } | undefined;
      const name = typeof target === 'object' ? target.functionId : target;
      const source = rewrite.source ?? rewrite.regex;
      return typeof name === 'string' && typeof source === 'string' ? [{ source, function: name }] : [];
    }),
  );
}

/** How Studio opens the app as an account; null where the app has no address for it. */
function describeApp({ web }: SavepointConfig, url: string): object | null {
  if (web?.signInPath === undefined) return null;
  return { label: web.title ?? 'App', signInUrl: url + web.signInPath };
}

/**
 * Builds Studio's page when its sources have changed; until then Studio says that it is being
 * built. A failure is printed.
 */
export async function buildStudioIfStale(run: Run): Promise<void> {
  const sources = PAGE_SOURCES.map((name) => join(STUDIO, name));
  // A published package has the built page only.
  if (!existsSync(sources[0] as string) || isUpToDate(BUILT_PAGE, sources)) return;
  const lines: string[] = [];
  const building = run.start({
    name: 'studio build',
    command: process.execPath,
    args: [packagePath('vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    cwd: STUDIO,
    env: { FORCE_COLOR: '0', NODE_ENV: 'production' },
    onLine: (line) => lines.push(line),
  });
  const code = await building.exit;
  if (code === 0 || run.isEnding) return;
  console.log(`Studio's page does not build:\n${lines.slice(-OUTPUT_LINES).join('\n')}`);
}
