// The URL of a function contains the project id. If it is not the emulators' id, for example the
// one in .firebaserc, the response is only `Not Found`. This tells the client, and once per id the
// terminal, which id to use.
import { hasSource, patchModule } from '../patch.ts';
import { respondWith } from './failed-request.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';
import { HUB_SERVER, respondFirst } from './hub-requests.ts';

/** `/PROJECT/REGION/FUNCTION`; the region distinguishes it from other paths. */
const FUNCTION_PATH = /^\/([a-z0-9-]+)\/[a-z]+-[a-z]+\d+\/([\w-]+)/;

export const functionsOtherProject = patchModule<FunctionsEmulatorModule>(
  'lib/emulator/functionsEmulator.js',
  {
    expected: {
      ...HUB_SERVER,
      'FunctionsEmulator.createHubServer() with a route for args.projectId': ({ FunctionsEmulator }) =>
        hasSource(
          FunctionsEmulator.prototype.createHubServer,
          /httpsFunctionRoute = `\/\$\{this\.args\.projectId\}\/:region\/:trigger_name`/,
        ),
    },
    apply({ FunctionsEmulator: { prototype } }) {
      respondFirst(prototype, ({ args: { projectId } }) => {
        const told = new Set<string>();
        return (request, response) => {
          const [, other, name] = FUNCTION_PATH.exec(request.url) ?? [];
          if (other === undefined || other === projectId) return false;
          const problem = `A request for ${name} names project "${other}", but the functions are those of "${projectId}".`;
          if (!told.has(other)) {
            told.add(other);
            process.stdout.write(`⚠  functions: ${problem} Use one project id everywhere.\n`);
          }
          respondWith(response, 404, problem);
          return true;
        };
      });
    },
  },
);
