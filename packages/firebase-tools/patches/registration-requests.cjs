// Firestore and Pub/Sub are servers of their own, which can be started again while the functions
// stay loaded: they know none of their triggers then. `POST /_savepoint/register?emulator=NAME`
// registers these again, and responds with `{ functions: [NAME ...] }`, or with status 500 and
// `{ error }`.
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.createHubServer() that creates an Express app': ({ FunctionsEmulator }) =>
    /const hub = express\(\)/.test(FunctionsEmulator.prototype.createHubServer),
  'FunctionsEmulator.addFirestoreTrigger(projectId, key, eventTrigger, signature)': ({ FunctionsEmulator }) =>
    FunctionsEmulator.prototype.addFirestoreTrigger.length === 4,
  'FunctionsEmulator.addPubsubTrigger(triggerName, key, eventTrigger, signatureType, schedule)': ({
    FunctionsEmulator,
  }) => FunctionsEmulator.prototype.addPubsubTrigger.length === 5,
  'FunctionsEmulator.addTriggerRecord(definition, options) with the key of getTriggerKey(definition)': ({
    FunctionsEmulator,
  }) =>
    /const key = this\.getTriggerKey\(def\);\s*this\.triggers\[key\] =/.test(
      FunctionsEmulator.prototype.addTriggerRecord,
    ),
};

const PATH = '/_savepoint/register';
/** By the name of the emulator: the service of its triggers, and how one is registered. */
const EMULATORS = {
  firestore: {
    service: 'firestore.googleapis.com',
    add: (emulator, { projectId, key, def, signature }) =>
      emulator.addFirestoreTrigger(projectId, key, def.eventTrigger, signature),
  },
  pubsub: {
    service: 'pubsub.googleapis.com',
    async add(emulator, { key, def, signature }) {
      const { name, eventTrigger, schedule } = def;
      const isAdded = await emulator.addPubsubTrigger(name, key, eventTrigger, signature, schedule);
      if (!isAdded) throw new Error(`${name} was not subscribed`);
    },
  },
};

exports.apply = ({ FunctionsEmulator }, load) => {
  const { createHubServer } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.createHubServer = function createServerWithRegistration() {
    const hub = createHubServer.call(this);
    const { handle } = hub;
    hub.handle = (request, response, ...others) => {
      const { pathname, searchParams } = new URL(request.url, 'http://localhost');
      if (pathname !== PATH) return handle.call(hub, request, response, ...others);
      const name = searchParams.get('emulator');
      if (request.method !== 'POST' || !Object.hasOwn(EMULATORS, name)) {
        const names = Object.keys(EMULATORS).join(' or ');
        return respond(response, 404, { error: `Expected POST ${PATH}?emulator=NAME with ${names}.` });
      }
      return register(this, name, load).then(
        (functions) => respond(response, 200, { functions }),
        (error) => respond(response, 500, { error: String(error?.message ?? error) }),
      );
    };
    return hub;
  };
};

async function register(emulator, name, load) {
  const { getFunctionService, getSignatureType } = load('./functionsEmulatorShared');
  const { projectId } = emulator.args;
  const { service, add } = EMULATORS[name];
  // A record of an earlier generation of triggers has another key.
  const definitions = Object.entries(emulator.triggers)
    .filter(([key, { def }]) => def.eventTrigger && emulator.getTriggerKey(def) === key)
    .map(([, { def }]) => def)
    .filter((def) => getFunctionService(def) === service);
  if (name === 'pubsub') await load('./registry').EmulatorRegistry.get(name)?.forgetSubscriptions();
  for (const def of definitions) {
    const key = emulator.getTriggerKey(def);
    await add(emulator, { projectId, key, def, signature: getSignatureType(def) });
  }
  return definitions.map((def) => def.name);
}

function respond(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
