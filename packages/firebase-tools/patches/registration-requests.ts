// Firestore, the Realtime Database, Pub/Sub and Cloud Tasks are separate servers, which can be
// restarted while functions stay loaded. They then know none of their triggers and queues. `POST
// /_savepoint/register?emulator=NAME` registers these again, and responds with `{ functions: [NAME
// ...] }` or an error.
import { hasSource, type Load, patchModule } from '../patch.ts';
import { respondWith } from './failed-request.ts';
import type { Definition, FunctionsEmulator, FunctionsEmulatorModule } from './functions-emulator.ts';
import { HUB_SERVER, respondFirst } from './hub-requests.ts';
import { forgetSubscriptions } from './pubsub-client.ts';
import type { PubsubEmulator } from './pubsub-emulator.ts';

/** The used parts of lib/emulator/functionsEmulatorShared.js. */
interface Shared {
  getFunctionService(definition: Definition): string;
  getSignatureType(definition: Definition): string;
}

/** The used parts of lib/emulator/registry.js. */
interface RegistryModule {
  readonly EmulatorRegistry: { get(emulator: 'pubsub'): PubsubEmulator | undefined };
}

/** A function of the currently loaded code. */
interface LoadedFunction {
  readonly key: string;
  readonly definition: Definition;
  /** The service of its events; undefined for a callable or HTTP function. */
  readonly service: string | undefined;
  readonly signature: string;
  /** The URL at which it is called. */
  url(): string;
}

interface Server {
  /** Drops state of the previous server process. */
  forget?(load: Load): Promise<void>;
  /** Resolves with false if the function was not registered; undefined if that is not necessary. */
  register(functions: FunctionsEmulator, loaded: LoadedFunction): Promise<boolean> | undefined;
}

const PATH = '/_savepoint/register';

const firestore: Server = {
  register(functions, { key, service, signature, definition: { eventTrigger } }) {
    if (eventTrigger === undefined || service !== 'firestore.googleapis.com') return undefined;
    return functions.addFirestoreTrigger(functions.args.projectId, key, eventTrigger, signature);
  },
};

const database: Server = {
  register(functions, { key, service, signature, definition: { id, region, eventTrigger } }) {
    if (eventTrigger === undefined || service !== 'firebaseio.com') return undefined;
    const { projectId } = functions.args;
    return functions.addRealtimeDatabaseTrigger(projectId, id, key, eventTrigger, signature, region);
  },
};

const pubsub: Server = {
  async forget(load) {
    const emulator = load<RegistryModule>('./registry').EmulatorRegistry.get('pubsub');
    if (emulator !== undefined) await forgetSubscriptions(emulator);
  },
  register(functions, { key, service, signature, definition: { name, schedule, eventTrigger } }) {
    if (eventTrigger === undefined || service !== 'pubsub.googleapis.com') return undefined;
    return functions.addPubsubTrigger(name, key, eventTrigger, signature, schedule);
  },
};

const tasks: Server = {
  register(functions, { url, definition: { name, region, taskQueueTrigger } }) {
    if (taskQueueTrigger === undefined) return undefined;
    return functions.addTaskQueueTrigger(functions.args.projectId, region, name, url(), taskQueueTrigger);
  },
};

const SERVERS: ReadonlyMap<string | null, Server> = new Map(
  Object.entries({ firestore, database, pubsub, tasks }),
);

export const registrationRequests = patchModule<FunctionsEmulatorModule>(
  'lib/emulator/functionsEmulator.js',
  {
    expected: {
      ...HUB_SERVER,
      'FunctionsEmulator.addFirestoreTrigger(projectId, key, eventTrigger, signature)': ({
        FunctionsEmulator,
      }) => FunctionsEmulator.prototype.addFirestoreTrigger.length === 4,
      'FunctionsEmulator.addRealtimeDatabaseTrigger(projectId, id, key, eventTrigger, signature, region)': ({
        FunctionsEmulator,
      }) => FunctionsEmulator.prototype.addRealtimeDatabaseTrigger.length === 6,
      'FunctionsEmulator.addPubsubTrigger(triggerName, key, eventTrigger, signatureType, schedule)': ({
        FunctionsEmulator,
      }) => FunctionsEmulator.prototype.addPubsubTrigger.length === 5,
      'FunctionsEmulator.addTriggerRecord(definition, options) with the key of getTriggerKey(definition)': ({
        FunctionsEmulator,
      }) =>
        hasSource(
          FunctionsEmulator.prototype.addTriggerRecord,
          /const key = this\.getTriggerKey\(def\);\s*this\.triggers\[key\] =/,
        ),
    },
    apply({ FunctionsEmulator }, load) {
      respondFirst(FunctionsEmulator.prototype, (emulator) => (request, response) => {
        const { pathname, searchParams } = new URL(request.url, 'http://localhost');
        if (pathname !== PATH) return false;
        const server = SERVERS.get(searchParams.get('emulator'));
        if (request.method !== 'POST' || server === undefined) {
          const names = [...SERVERS.keys()].join(' or ');
          respondWith(response, 404, `Expected POST ${PATH}?emulator=NAME with ${names}.`);
          return true;
        }
        registerAgain(FunctionsEmulator, emulator, server, load).then(
          (functions) =>
            response
              .writeHead(200, { 'content-type': 'application/json' })
              .end(JSON.stringify({ functions })),
          (error: unknown) =>
            respondWith(response, 500, error instanceof Error ? error.message : String(error)),
        );
        return true;
      });
    },
  },
);

/** Resolves with the names of the functions. */
async function registerAgain(
  { getHttpFunctionUrl }: FunctionsEmulatorModule['FunctionsEmulator'],
  functions: FunctionsEmulator,
  server: Server,
  load: Load,
): Promise<readonly string[]> {
  const shared = load<Shared>('./functionsEmulatorShared');
  await server.forget?.(load);
  const names: string[] = [];
  for (const [key, { def: definition }] of Object.entries(functions.triggers)) {
    const { name, region, eventTrigger } = definition;
    // A record of an earlier trigger generation has another key.
    if (functions.getTriggerKey(definition) !== key) continue;
    const registered = server.register(functions, {
      key,
      definition,
      service: eventTrigger && shared.getFunctionService(definition),
      signature: shared.getSignatureType(definition),
      url: () => getHttpFunctionUrl(functions.args.projectId, name, region),
    });
    if (registered === undefined) continue;
    if (!(await registered)) throw new Error(`${name} was not registered`);
    names.push(name);
  }
  return names;
}
