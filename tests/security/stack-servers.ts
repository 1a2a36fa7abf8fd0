// The servers of a running stack, each with a request that changes something and a check of its
// effect. The Firestore emulator, a separate process with its own rules, is not included.
import { randomInt, randomUUID } from 'node:crypto';
import type { RawRequest } from './http.ts';

const OWNER = { authorization: 'Bearer owner' };
const JSON_BODY = { 'content-type': 'application/json' };
const PROJECT = process.env.SAVEPOINT_PROJECT_ID ?? 'demo-savepoint';

/** The address in this variable of a stack's environment. */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run \`npm test -- security\`.`);
  return value;
}

/** A request that changes a server's state, and a check of whether it took effect. */
interface Change {
  readonly request: RawRequest & { readonly method: string; readonly path: string };
  isDone(): Promise<boolean>;
}

export interface StackServer {
  readonly name: string;
  url(): Promise<string>;
  /** A new change; absent for a server without state. */
  readonly change?: () => Change;
}

/** Base URL of the hub. */
export const hubUrl = (): string => `http://${requireEnv('FIREBASE_EMULATOR_HUB')}`;
const authUrl = (): string => `http://${requireEnv('FIREBASE_AUTH_EMULATOR_HOST')}`;

/** The hub has the addresses of servers without a variable. */
async function urlFromHub(name: string): Promise<string> {
  const emulators = (await getJson(`${hubUrl()}/emulators`)) as Record<
    string,
    { host: string; port: number }
  >;
  const found = emulators[name];
  if (found === undefined) throw new Error(`The hub knows no ${name} emulator.`);
  return `http://${found.host}:${found.port}`;
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: OWNER });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response.json();
}

async function includes(url: string, text: string): Promise<boolean> {
  return JSON.stringify(await getJson(url)).includes(text);
}

function signUp(): Change {
  const email = `${randomUUID()}@example.com`;
  const path = '/identitytoolkit.googleapis.com/v1';
  return {
    request: {
      method: 'POST',
      path: `${path}/accounts:signUp?key=any`,
      headers: JSON_BODY,
      body: JSON.stringify({ email, password: 'a-password-1' }),
    },
    isDone: () =>
      includes(`${authUrl()}${path}/projects/${PROJECT}/accounts:batchGet?maxResults=1000`, email),
  };
}

function subscribe(): Change {
  const email = `${randomUUID()}@example.com`;
  const documents = `http://${requireEnv('FIRESTORE_EMULATOR_HOST')}/v1/projects/${PROJECT}/databases/(default)/documents`;
  return {
    request: {
      method: 'POST',
      path: `/${PROJECT}/us-central1/subscribeNewsletter`,
      headers: JSON_BODY,
      body: JSON.stringify({ data: { email } }),
    },
    isDone: () => includes(`${documents}/newsletterRequests?pageSize=300`, email),
  };
}

function registerTrigger(): Change {
  const trigger = randomUUID();
  return {
    request: {
      method: 'POST',
      path: `/emulator/v1/projects/${PROJECT}/triggers/${trigger}`,
      headers: JSON_BODY,
      body: JSON.stringify({ eventTrigger: { eventType: 'test.event' } }),
    },
    isDone: async () => includes(`${await urlFromHub('eventarc')}/google/getTriggers`, trigger),
  };
}

function createQueue(): Change {
  const queue = randomUUID();
  return {
    request: {
      method: 'POST',
      path: `/projects/${PROJECT}/locations/us-central1/queues/${queue}`,
      headers: JSON_BODY,
      body: '{}',
    },
    isDone: async () => includes(`${await urlFromHub('tasks')}/queueStats`, queue),
  };
}

/** Uses the administrator's API of Storage: rules would reject a client anyway. */
function uploadFile(): Change {
  const name = randomUUID();
  const bucket = `${PROJECT}.appspot.com`;
  return {
    request: {
      method: 'POST',
      path: `/upload/storage/v1/b/${bucket}/o?uploadType=media&name=${name}`,
      headers: { 'content-type': 'text/plain' },
      body: 'a file',
    },
    isDone: () => includes(`http://${requireEnv('FIREBASE_STORAGE_EMULATOR_HOST')}/b/${bucket}/o`, name),
  };
}

/** A webhook fault without effect: no webhook is sent before its removal. */
function delayDeliveries(url: string): Change {
  const delaySeconds = randomInt(1_000_000, 2_000_000);
  return {
    request: {
      method: 'POST',
      path: '/_savepoint/faults',
      headers: JSON_BODY,
      body: JSON.stringify({ delaySeconds }),
    },
    isDone: () => includes(`${url}/_savepoint/faults`, String(delaySeconds)),
  };
}

/** Reverts `delayDeliveries`. */
export async function resetDeliveries(): Promise<void> {
  for (const name of ['SAVEPOINT_STRIPE_URL', 'SAVEPOINT_SHOPIFY_URL']) {
    await fetch(`${requireEnv(name)}/_savepoint/faults`, { method: 'DELETE' });
  }
}

export const STACK_SERVERS: readonly StackServer[] = [
  { name: 'auth', url: async () => authUrl(), change: signUp },
  {
    name: 'functions',
    url: async () => `http://${requireEnv('SAVEPOINT_FUNCTIONS_HOST')}`,
    change: subscribe,
  },
  {
    name: 'storage',
    url: async () => `http://${requireEnv('FIREBASE_STORAGE_EMULATOR_HOST')}`,
    change: uploadFile,
  },
  { name: 'hosting', url: async () => requireEnv('SAVEPOINT_HOSTING_URL') },
  { name: 'hub', url: async () => hubUrl() },
  { name: 'logging', url: () => urlFromHub('logging') },
  { name: 'eventarc', url: () => urlFromHub('eventarc'), change: registerTrigger },
  { name: 'tasks', url: () => urlFromHub('tasks'), change: createQueue },
  {
    name: 'stripe',
    url: async () => requireEnv('SAVEPOINT_STRIPE_URL'),
    change: () => delayDeliveries(requireEnv('SAVEPOINT_STRIPE_URL')),
  },
  {
    name: 'shopify',
    url: async () => requireEnv('SAVEPOINT_SHOPIFY_URL'),
    change: () => delayDeliveries(requireEnv('SAVEPOINT_SHOPIFY_URL')),
  },
];
