// The Functions emulator loads functions again a second after one of their files has changed; it
// notices no new file, no .env and no secret. The kit watches all of these
// (packages/stack/src/stack/reload-table.ts) and asks for a reload here: `POST
// /_savepoint/reload?codebase=NAME` responds with `{ functions: [NAME ...] }`, or with `{ error }`
// when the functions cannot be loaded; the last ones stay in place then.
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.createHubServer() that creates an Express app': ({ FunctionsEmulator }) =>
    /const hub = express\(\)/.test(FunctionsEmulator.prototype.createHubServer),
  'FunctionsEmulator.loadTriggers(backend) that awaits discoverTriggers(backend)': ({ FunctionsEmulator }) =>
    /await this\.discoverTriggers\(\w+\)/.test(FunctionsEmulator.prototype.loadTriggers),
};

const PATH = '/_savepoint/reload';

exports.apply = ({ FunctionsEmulator }) => {
  const { createHubServer, discoverTriggers } = FunctionsEmulator.prototype;
  /** The names of a backend's functions, or the error with which they could not be loaded. */
  const outcomes = new WeakMap();
  FunctionsEmulator.prototype.discoverTriggers = async function discoverAndRecord(backend) {
    try {
      const definitions = await discoverTriggers.call(this, backend);
      outcomes.set(backend, { functions: definitions.map(({ entryPoint }) => entryPoint) });
      return definitions;
    } catch (error) {
      outcomes.set(backend, { error: String(error?.message ?? error) });
      throw error;
    }
  };
  FunctionsEmulator.prototype.createHubServer = function createServerWithReload() {
    const hub = createHubServer.call(this);
    const { handle } = hub;
    hub.handle = (request, response, ...others) => {
      const { pathname, searchParams } = new URL(request.url, 'http://localhost');
      if (pathname !== PATH) return handle.call(hub, request, response, ...others);
      const backend = this.staticBackends.find(({ codebase }) => codebase === searchParams.get('codebase'));
      if (request.method !== 'POST' || backend === undefined) {
        return respond(response, 404, {
          error: `Expected POST ${PATH}?codebase=NAME with the name of a codebase.`,
        });
      }
      return this.loadTriggers(backend).then(
        () => respond(response, 200, outcomes.get(backend)),
        (error) => respond(response, 200, { error: String(error?.message ?? error) }),
      );
    };
    return hub;
  };
};

function respond(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
