// The servers that a stack may have. To add one, add a file in this folder, a row here, and its
// port in config/ports.ts.
import type { StackAddresses } from '../config/environment.ts';
import { fillVariables } from '../config/environment.ts';
import { offsetPorts, type ServerName } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { database } from './database.ts';
import { eventLog } from './event-log.ts';
import { firebaseTools } from './firebase-tools.ts';
import { firestore } from './firestore.ts';
import { hostingHttps, webHttps } from './https.ts';
import { messaging } from './messaging.ts';
import { pubsub } from './pubsub.ts';
import { remoteConfig } from './remote-config.ts';
import type { Server, ServerPort, StackParts } from './server.ts';
import { serviceServers } from './services.ts';
import { studio } from './studio.ts';
import { tasks } from './tasks.ts';
import { devServerEnvironment, web } from './web.ts';

/** In the order shown by the terminal and Studio. */
const SERVERS: readonly Server[] = [
  web,
  webHttps,
  studio,
  firestore,
  database,
  firebaseTools,
  hostingHttps,
  pubsub,
  tasks,
  messaging,
  remoteConfig,
];

function allServers(project: Project): readonly Server[] {
  return [...SERVERS, ...serviceServers(project), eventLog];
}

/** The servers that a stack of the project needs. */
export function neededServers(project: Project, parts: StackParts): readonly Server[] {
  return allServers(project).filter((server) => server.isNeeded(project, parts));
}

/** The ports that a stack of the project listens on. */
function neededPorts(project: Project, parts: StackParts): readonly ServerPort[] {
  return neededServers(project, parts).flatMap((server) => server.ports(project));
}

export function serverNames(project: Project, parts: StackParts): readonly ServerName[] {
  return neededPorts(project, parts).map(({ name }) => name);
}

/** The variables of all processes of a stack with these servers. */
export function stackEnvironment(
  project: Project,
  addresses: StackAddresses,
  servers: readonly Server[],
): Record<string, string> {
  const { id, config } = project;
  const variablesOf = (all: readonly Server[]): Record<string, string> =>
    Object.assign({}, ...all.map((server) => server.environment(project, addresses)));
  const isService = ({ name }: Server) => config.services?.[name] !== undefined;
  return {
    GCLOUD_PROJECT: id,
    // Otherwise the first task of a process waits four seconds for the metadata server of Google
    // Cloud.
    METADATA_SERVER_DETECTION: 'none',
    ...variablesOf(servers.filter((server) => !isService(server))),
    ...fillVariables(project, config.env, addresses),
    // A service may override a variable that the configuration sets for stacks without it.
    ...variablesOf(servers.filter(isService)),
  };
}

/** The names of all variables that any stack of the project sets. */
export function stackVariables(project: Project): readonly string[] {
  const ports = offsetPorts(project, 0);
  const addresses = { ports, servers: new Set(Object.keys(ports)), appUrl: '' };
  return Object.keys({
    ...stackEnvironment(project, addresses, allServers(project)),
    ...devServerEnvironment(project, addresses),
  });
}
