// The patch, applied to the installed firebase-tools.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyPatches } from '../apply-patches.ts';
import { registrationRequests } from './registration-requests.ts';

let prototype: { createHubServer(): RequestListener };
let FunctionsEmulator: { getHttpFunctionUrl(project: string, name: string, region: string): string };
let server: Server;

const addFirestoreTrigger = vi.fn();
const addRealtimeDatabaseTrigger = vi.fn();
const addPubsubTrigger = vi.fn();
const addTaskQueueTrigger = vi.fn();

beforeAll(() => {
  const firebaseTools = applyPatches([registrationRequests]);
  ({ FunctionsEmulator } = firebaseTools('./lib/emulator/functionsEmulator.js'));
  ({ prototype } = FunctionsEmulator as unknown as { prototype: typeof prototype });
});

beforeEach(async () => {
  addFirestoreTrigger.mockReset().mockResolvedValue(true);
  addRealtimeDatabaseTrigger.mockReset().mockResolvedValue(true);
  addPubsubTrigger.mockReset().mockResolvedValue(true);
  addTaskQueueTrigger.mockReset().mockResolvedValue(true);
  const created = trigger('onOrder', { service: 'firestore.googleapis.com', eventType: 'created' });
  const published = trigger('onMessage', { service: 'pubsub.googleapis.com', eventType: 'published' });
  const scored = trigger(
    'onScore',
    { eventType: 'google.firebase.database.ref.v1.written' },
    { region: 'us-central1' },
  );
  const nightly = trigger(
    'nightly',
    { service: 'pubsub.googleapis.com' },
    { schedule: { schedule: 'daily' } },
  );
  const emulator = Object.assign(Object.create(prototype), {
    args: { projectId: 'demo-shop' },
    triggerGeneration: 2,
    triggers: {
      'onOrder-1': created,
      'onOrder-2': created,
      'onMessage-2': published,
      'onScore-2': scored,
      'nightly-2': nightly,
      hello: trigger('hello', undefined, { httpsTrigger: {} }),
      send: trigger('send', undefined, { region: 'us-central1', taskQueueTrigger: { rateLimits: {} } }),
    },
    workQueue: { start: () => undefined },
    addFirestoreTrigger,
    addRealtimeDatabaseTrigger,
    addPubsubTrigger,
    addTaskQueueTrigger,
  });
  server = createServer(emulator.createHubServer()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => void server.close());

function trigger(name: string, eventTrigger: object | undefined, own: object = {}): object {
  return { def: { id: name, name, platform: 'gcfv2', eventTrigger, ...own } };
}

async function register(emulator: string, method = 'POST'): Promise<[number, unknown]> {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/_savepoint/register?emulator=${emulator}`;
  const response = await fetch(url, { method });
  return [response.status, await response.json()];
}

describe('a request to register triggers again', () => {
  it('registers Firestore triggers, but none of an earlier generation', async () => {
    expect(await register('firestore')).toEqual([200, { functions: ['onOrder'] }]);
    const event = { service: 'firestore.googleapis.com', eventType: 'created' };
    expect(addFirestoreTrigger.mock.calls).toEqual([['demo-shop', 'onOrder-2', event, 'cloudevent']]);
    expect(addPubsubTrigger).not.toHaveBeenCalled();
  });

  it('registers Realtime Database triggers', async () => {
    expect(await register('database')).toEqual([200, { functions: ['onScore'] }]);
    const event = { eventType: 'google.firebase.database.ref.v1.written' };
    expect(addRealtimeDatabaseTrigger.mock.calls).toEqual([
      ['demo-shop', 'onScore', 'onScore-2', event, 'cloudevent', 'us-central1'],
    ]);
    expect(addFirestoreTrigger).not.toHaveBeenCalled();
  });

  it('registers Pub/Sub triggers, including schedules', async () => {
    expect(await register('pubsub')).toEqual([200, { functions: ['onMessage', 'nightly'] }]);
    const service = 'pubsub.googleapis.com';
    expect(addPubsubTrigger.mock.calls).toEqual([
      ['onMessage', 'onMessage-2', { service, eventType: 'published' }, 'cloudevent', undefined],
      ['nightly', 'nightly-2', { service }, 'http', { schedule: 'daily' }],
    ]);
    expect(addFirestoreTrigger).not.toHaveBeenCalled();
  });

  it('registers the queues of Cloud Tasks', async () => {
    vi.spyOn(FunctionsEmulator, 'getHttpFunctionUrl').mockImplementation(
      (project, name, region) => `http://functions/${project}/${region}/${name}`,
    );
    const url = 'http://functions/demo-shop/us-central1/send';
    expect(await register('tasks')).toEqual([200, { functions: ['send'] }]);
    expect(addTaskQueueTrigger.mock.calls).toEqual([
      ['demo-shop', 'us-central1', 'send', url, { rateLimits: {} }],
    ]);
    expect(addPubsubTrigger).not.toHaveBeenCalled();
  });

  it('reports the function that was not registered', async () => {
    addPubsubTrigger.mockResolvedValue(false);
    const error = { code: 500, status: 'INTERNAL', message: 'onMessage was not registered' };
    expect(await register('pubsub')).toEqual([500, { error }]);
  });

  it('reports the reason why the server has refused one', async () => {
    addFirestoreTrigger.mockRejectedValue(new Error('The path is invalid.'));
    const error = { code: 500, status: 'INTERNAL', message: 'The path is invalid.' };
    expect(await register('firestore')).toEqual([500, { error }]);
  });

  it.each([
    ['POST', 'auth'],
    ['GET', 'pubsub'],
  ])('is not a %s for %s', async (method, emulator) => {
    const message =
      'Expected POST /_savepoint/register?emulator=NAME with firestore or database or pubsub or tasks.';
    const error = { code: 404, status: 'NOT_FOUND', message };
    expect(await register(emulator, method)).toEqual([404, { error }]);
  });
});
