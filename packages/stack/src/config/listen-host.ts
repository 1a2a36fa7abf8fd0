// Decides which servers other machines can reach, such as phones, containers or a colleague's
// computer. None by default. Servers that run commands, read files or call other servers on this
// machine (Studio, the hub, Cloud Tasks) never listen for them.
import { networkInterfaces } from 'node:os';
import { UserError } from '../user-error.ts';
import type { FirebaseJson } from './firebase-json.ts';

/** The address at which this machine calls the servers of a stack. */
export const HOST = '127.0.0.1';
/** All IPv4 addresses of this machine. */
const ALL_ADDRESSES = '0.0.0.0';
export type ListenHost = typeof HOST | typeof ALL_ADDRESSES;

/** The servers that clients of the app call. */
const NETWORK_SERVERS: readonly string[] = [
  'auth',
  'database',
  'firestore',
  'firestoreWebsocket',
  'functions',
  'hosting',
  'hostingHttps',
  'pubsub',
  'storage',
  'web',
  'webHttps',
];
/** Values of `host` in firebase.json that mean one of these addresses. */
const HOSTS: Readonly<Record<string, ListenHost>> = {
  '127.0.0.1': HOST,
  localhost: HOST,
  '::1': HOST,
  '0.0.0.0': ALL_ADDRESSES,
  '::': ALL_ADDRESSES,
};

/** The settings that decide the listen addresses of a stack. */
export interface HostSettings {
  /** The value of `--host`. */
  readonly host?: ListenHost | undefined;
  readonly firebase: Pick<FirebaseJson, 'emulators'>;
}

/**
 * Parses `--host`.
 * @throws UserError for anything but the address of this machine or of all its interfaces
 */
export function parseListenHost(flag: string): ListenHost {
  const host = HOSTS[flag];
  if (host !== undefined) return host;
  throw new UserError(
    `--host expects ${ALL_ADDRESSES} or ${HOST}, but got "${flag}"`,
    `With ${ALL_ADDRESSES}, phones, containers and other machines reach the emulators and the dev server.`,
  );
}

/** The address that a server listens on, from `--host` or else from firebase.json. */
export function listenHost({ host, firebase }: HostSettings, server: string): ListenHost {
  if (!NETWORK_SERVERS.includes(server)) return HOST;
  const configured = firebase.emulators[SECTIONS[server] ?? server]?.host;
  return host ?? HOSTS[configured ?? HOST] ?? HOST;
}

/** Sections of firebase.json whose port has another name. */
const SECTIONS: Readonly<Record<string, string>> = {
  firestoreWebsocket: 'firestore',
  hostingHttps: 'hosting',
};

/** Returns whether other machines can reach a server. */
export function isOnNetwork(settings: HostSettings, server: string): boolean {
  return listenHost(settings, server) === ALL_ADDRESSES;
}

/** One message for each host in firebase.json that has no effect. */
export function describeUnusedHosts({ host: flag, firebase }: HostSettings): string[] {
  if (flag !== undefined) return [];
  return Object.entries(firebase.emulators).flatMap(([name, { host }]) => {
    if (host === undefined || HOSTS[host] === HOST) return [];
    const setting = `firebase.json: emulators.${name}.host is ${host}`;
    if (HOSTS[host] === undefined) return [`${setting}, but servers listen on ${HOST} or ${ALL_ADDRESSES}.`];
    if (NETWORK_SERVERS.includes(name)) return [];
    return [`${setting}, but it stays on ${HOST}, because it can act on this machine.`];
  });
}

/** The IPv4 addresses at which other machines reach this one. */
export function networkAddresses(interfaces = networkInterfaces()): string[] {
  return Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
