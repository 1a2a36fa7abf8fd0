// Studio, the dashboard of the stack, is a separate package: the kit writes a description of the
// stack to a file and starts Studio as a process.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUpToDate } from '../builds/up-to-date.ts';
import type { SavepointConfig } from '../config/define-config.ts';
import { fillAddresses, serverUrl } from '../config/environment.ts';
import type { Site } from '../config/firebase-json.ts';
import { kitPath, kitProgram, packagePath } from '../config/kit-files.ts';
import type { Ports } from '../config/ports.ts';
import type { Environment } from '../config/process-environment.ts';
import { describeInitialData } from '../data/initial-data.ts';
import { databaseRules, defaultInstance } from '../emulators/database-rules.ts';
import type { ProcessSpec, Run } from '../processes/run.ts';
import type { Server, StartingStack } from './server.ts';

const STUDIO = kitPath('studio');
/** The entry point of Studio's server. */
const STUDIO_MAIN = kitProgram('studio', 'server', 'main');
const BUILT_PAGE = join(STUDIO, 'dist', 'page', 'index.html');
const PAGE_SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json'];
const OUTPUT_LINES = 30;

/** Not needed with SAVEPOINT_STUDIO=0. */
export const studio: Server = {
  name: 'studio',
  label: 'Studio',
  isNeeded: ({ environment }, { pages }) => pages !== undefined && hasStudio(environment),
  ports: () => [
    {
      name: 'studio',
      label: 'Studio',
      note: 'documents, accounts, rules and traces of this stack',
      isPage: true,
    },
  ],
  // Started concurrently, it would delay the dev server.
  dependsOn: ['firebase-tools', 'web'],
  isAwaited: false,
  isRequired: 'never',
  environment: () => ({}),
  start(stack) {
    const file = join(stack.run.folder, 'studio.json');
    writeFileSync(file, JSON.stringify(describeStack(stack)));
    return studioProcess(file, stack.ports);
  },
  afterReady({ run }) {
    void buildStudioIfStale(run);
  },
};

/** Returns whether this installation has Studio and it is not disabled. */
export function hasStudio(environment: Environment): boolean {
  return environment.SAVEPOINT_STUDIO !== '0' && existsSync(STUDIO_MAIN);
}

/** The variables that let the dev server's pages link to Studio in the browser console. */
export function studioVariables(
  environment: Environment,
  ports: Readonly<Record<string, number>>,
): Record<string, string> {
  return hasStudio(environment) ? { SAVEPOINT_STUDIO_URL: serverUrl(ports.studio as number) } : {};
}

/**
 * The process of Studio.
 * @param description path of the file that packages/studio/server/stack-description.ts reads
 */
export function studioProcess(
  description: string,
  ports: Pick<Ports, 'studio'>,
): Omit<ProcessSpec, 'name' | 'onLine'> {
  return {
    command: process.execPath,
    args: [STUDIO_MAIN, '--port', String(ports.studio), '--stack', description],
    cwd: STUDIO,
  };
}

/** The description, which packages/studio/server/stack-description.ts validates. */
function describeStack(stack: StartingStack): object {
  const { project, ports, servers, appUrl, control, name: stackName = '' } = stack;
  const { folder, id, config, firebase } = project;
  const { importFolder, replacesSeed } = stack;
  const initialData = { ...(importFolder !== undefined && { importedData: importFolder }), replacesSeed };
  const part = (name: string) => (servers.has(name) ? { url: serverUrl(ports[name] as number) } : null);
  const links = (config.links ?? []).map(({ title, url, frame = false }) => ({
    name: title,
    label: title,
    url: fillAddresses(project, url, stack),
    hasFrame: frame,
  }));
  return {
    projectId: id,
    folder,
    app: describeApp(config, appUrl),
    servers: stack.shownPorts
      .filter(({ name }) => name !== studio.name)
      .map(({ name, label, scheme }) => {
        return { name, label, url: serverUrl(ports[name] as number, scheme), state: 'running' };
      }),
    firestore: servers.has('firestore')
      ? {
          url: serverUrl(ports.firestore),
          rulesFile: firebase.firestore?.rules ?? '',
          requestsUrl: serverUrl(ports.firestoreWebsocket),
        }
      : null,
    auth: part('auth'),
    storage: servers.has('storage')
      ? { url: serverUrl(ports.storage as number), rulesFile: firebase.storage[0]?.rules ?? '' }
      : null,
    database: describeDatabase(stack),
    functions: part('functions'),
    messaging: part('messaging'),
    remoteConfig: part('remoteConfig'),
    hosting: servers.has('hosting') ? { rewrites: functionRewrites(firebase.sites) } : null,
    mail: null,
    services: [...links, ...describeServices(stack)],
    eventLog: part('eventLog'),
    hasSeed: describeInitialData(config.seed, initialData) !== undefined,
    control,
    commandLine: {
      // The command line that starts this stack.
      argv: [process.execPath, process.argv[1]],
      flags: ['--stack', stackName],
      folder,
    },
  };
}

/** The default instance, and the rules of each instance that has some. */
function describeDatabase({ project, ports, servers }: StartingStack): object | null {
  if (!servers.has('database')) return null;
  const namespace = defaultInstance(project);
  const instances = databaseRules(project).map(({ file, instance }) => {
    return { namespace: instance, rulesFile: file };
  });
  const rulesFile = instances.find((each) => each.namespace === namespace)?.rulesFile ?? '';
  return { url: serverUrl(ports.database), namespace, rulesFile, instances };
}

function describeServices({ project: { config }, ports, servers }: StartingStack): readonly object[] {
  return Object.entries(config.services ?? {})
    .filter(([name]) => servers.has(name))
    .map(([name, { title = name, port, frame = false }]) => ({
      name,
      label: title,
      url: serverUrl(ports[name] ?? port),
      hasFrame: frame,
    }));
}

/** The rewrites of all sites to functions. `function` in firebase.json is a name or an object. */
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

/** How Studio opens the app as an account; null if the app has no sign-in path. */
function describeApp({ web }: SavepointConfig, url: string): object | null {
  if (web?.signInPath === undefined) return null;
  return { label: web.title ?? 'App', signInUrl: url + web.signInPath };
}

/**
 * Builds Studio's page if its sources have changed; until then Studio shows that it is being built.
 * Failures are printed.
 */
export async function buildStudioIfStale(run: Run): Promise<void> {
  const sources = PAGE_SOURCES.map((name) => join(STUDIO, name));
  // A published package contains only the built page.
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
