// The Functions emulator leaves App Check out: since functions verify tokens
// (token-verification.ts), firebase-admin would ask Google for the keys. The server of the emulator
// has App Check's API instead (app-check-api.ts), and workers call it
// (functions-worker/local-services.ts).
import { hasSource, patchModule } from '../patch.ts';
import { AppCheckApi, isAppCheckRequest } from './app-check-api.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';
import { HUB_SERVER, respondFirst } from './hub-requests.ts';

const HOST = 'firebaseappcheck.googleapis.com';
/** Whether `--allow-outbound` lets functions ask the real one. */
const IS_ALLOWED = (process.env.SAVEPOINT_ALLOW_OUTBOUND ?? '')
  .split(',')
  .some((host) => host === '*' || host === HOST);

export const appCheck = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    'FunctionsEmulator.getEmulatorEnvs() that sets variables of emulators': ({ FunctionsEmulator }) =>
      hasSource(
        FunctionsEmulator.prototype.getEmulatorEnvs,
        /setEnvVarsForEmulators\)\(envs, emulatorInfos\)/,
      ),
    ...HUB_SERVER,
  },
  apply({ FunctionsEmulator: { prototype } }) {
    if (IS_ALLOWED) return;
    const api = new AppCheckApi();
    const { getEmulatorEnvs } = prototype;
    prototype.getEmulatorEnvs = function getEnvsWithAppCheck() {
      const { port } = this.getInfo();
      return { ...getEmulatorEnvs.call(this), SAVEPOINT_APP_CHECK_PORT: String(port) };
    };
    respondFirst(prototype, () => (request, response) => {
      const isOwn = isAppCheckRequest(request);
      if (isOwn) api.respond(request, response);
      return isOwn;
    });
  },
});
