// The Functions emulator leaves App Check out: since functions verify tokens
// (token-verification.ts), firebase-admin would ask Google for the keys. The server of the emulator
// has App Check's API instead (app-check-api.ts), and workers call it
// (functions-worker/local-services.ts).
import { hasSource, type Patch, patchModule } from '../patch.ts';
import { AppCheckApi, isAppCheckRequest } from './app-check-api.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';

const HOST = 'firebaseappcheck.googleapis.com';
/** Whether `--allow-outbound` lets functions ask the real one. */
const IS_ALLOWED = (process.env.SAVEPOINT_ALLOW_OUTBOUND ?? '')
  .split(',')
  .some((host) => host === '*' || host === HOST);

export const appCheck: Patch = {
  name: 'app-check',
  reason: 'callables with enforceAppCheck accept tokens of this stack',
  upstream: ['https://github.com/firebase/firebase-tools/issues/5253'],
  modules: [
    patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
      expected: {
        'FunctionsEmulator.getEmulatorEnvs() that sets variables of emulators': ({ FunctionsEmulator }) =>
          hasSource(
            FunctionsEmulator.prototype.getEmulatorEnvs,
            /setEnvVarsForEmulators\)\(envs, emulatorInfos\)/,
          ),
        'FunctionsEmulator.createHubServer() that creates an Express app': ({ FunctionsEmulator }) =>
          hasSource(FunctionsEmulator.prototype.createHubServer, /const hub = express\(\)/),
      },
      apply({ FunctionsEmulator: { prototype } }) {
        if (IS_ALLOWED) return;
        const api = new AppCheckApi();
        const { getEmulatorEnvs, createHubServer } = prototype;
        prototype.getEmulatorEnvs = function getEnvsWithAppCheck() {
          const { port } = this.getInfo();
          return { ...getEmulatorEnvs.call(this), SAVEPOINT_APP_CHECK_PORT: String(port) };
        };
        prototype.createHubServer = function createServerWithAppCheck() {
          const hub = createHubServer.call(this);
          const handle = hub.handle.bind(hub);
          hub.handle = (request, response, ...others) =>
            isAppCheckRequest(request)
              ? api.respond(request, response)
              : handle(request, response, ...others);
          return hub;
        };
      },
    }),
  ],
};
