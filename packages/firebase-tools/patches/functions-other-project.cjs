// The URL of a function names the project. One with another id than that of the emulators, such as
// the id of .firebaserc, is `Not Found` and nothing else: this says which id it must be, to the
// client and, once for each id, in the terminal.
const { respondWith } = require('./failed-request.cjs');

exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.createHubServer() with a route for args.projectId': ({ FunctionsEmulator }) =>
    /const httpsFunctionRoute = .*this\.args\.projectId/.test(FunctionsEmulator.prototype.createHubServer),
};

/** `/PROJECT/REGION/FUNCTION`; the region tells it from other paths. */
const FUNCTION_PATH = /^\/([a-z0-9-]+)\/[a-z]+-[a-z]+\d+\/([\w-]+)/;

exports.apply = ({ FunctionsEmulator }) => {
  const { createHubServer } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.createHubServer = function createServerOfProject() {
    const hub = createHubServer.call(this);
    const { handle } = hub;
    const told = new Set();
    hub.handle = (request, response, ...others) => {
      const [, other, name] = FUNCTION_PATH.exec(request.url) ?? [];
      const projectId = this.args.projectId;
      if (other === undefined || other === projectId) return handle.call(hub, request, response, ...others);
      const problem = `A request for ${name} names project "${other}", but the functions are those of "${projectId}".`;
      if (!told.has(other)) {
        told.add(other);
        process.stdout.write(`⚠  functions: ${problem} Use one project id everywhere.\n`);
      }
      return respondWith(response, 404, problem);
    };
    return hub;
  };
};
