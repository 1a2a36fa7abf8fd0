// The URL of a function names the project. One with another id than that of the emulators, such as
// the id of .firebaserc, is `Not Found` and nothing else: this says which id it must be, to the
// client and, once for each id, in the terminal.
import { hasSource, type Patch, patchModule } from '../patch.ts';
import { respondWith } from './failed-request.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';

/** `/PROJECT/REGION/FUNCTION`; the region tells it from other paths. */
const FUNCTION_PATH = /^\/([a-z0-9-]+)\/[a-z]+-[a-z]+\d+\/([\w-]+)/;

export const functionsOtherProject: Patch = {
  name: 'functions-other-project',
  reason: 'a call of a function in another project says so',
  upstream: [],
  modules: [
    patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
      expected: {
        'FunctionsEmulator.createHubServer() with a route for args.projectId': ({ FunctionsEmulator }) =>
          hasSource(
            FunctionsEmulator.prototype.createHubServer,
            /httpsFunctionRoute = `\/\$\{this\.args\.projectId\}\/:region\/:trigger_name`/,
          ),
      },
      apply({ FunctionsEmulator: { prototype } }) {
        const { createHubServer } = prototype;
        prototype.createHubServer = function createServerOfProject() {
          const hub = createHubServer.call(this);
          const handle = hub.handle.bind(hub);
          const { projectId } = this.args;
          const told = new Set<string>();
          hub.handle = (request, response, ...others) => {
            const [, other, name] = FUNCTION_PATH.exec(request.url) ?? [];
            if (other === undefined || other === projectId) return handle(request, response, ...others);
            const problem = `A request for ${name} names project "${other}", but the functions are those of "${projectId}".`;
            if (!told.has(other)) {
              told.add(other);
              process.stdout.write(`⚠  functions: ${problem} Use one project id everywhere.\n`);
            }
            return respondWith(response, 404, problem);
          };
          return hub;
        };
      },
    }),
  ],
};
