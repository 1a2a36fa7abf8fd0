// The Functions emulator does not support App Check. Because functions verify tokens
// (token-verification.ts), firebase-admin would request the keys from Google. Instead, the
// emulator's server provides App Check's API (app-check-api.ts), and workers call it
// (functions-worker/local-services.ts).
import { patchModule } from '../patch.ts';
import { AppCheckApi, isAppCheckRequest } from './app-check-api.ts';
import { addVariables, EMULATOR_VARIABLES } from './emulator-variables.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';
import { HUB_SERVER, respondFirst } from './hub-requests.ts';
import { isOutboundAllowed } from './outbound-hosts.ts';

const HOST = 'firebaseappcheck.googleapis.com';
const SIGNER_HOST = 'iamcredentials.googleapis.com';

export const appCheck = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    ...EMULATOR_VARIABLES,
    ...HUB_SERVER,
  },
  apply({ FunctionsEmulator: { prototype } }) {
    // Functions call the real one.
    if (isOutboundAllowed(HOST)) return;
    const api = new AppCheckApi();
    addVariables(prototype, (port) => ({
      SAVEPOINT_APP_CHECK_PORT: port,
      ...(!isOutboundAllowed(SIGNER_HOST) && { SAVEPOINT_SIGNER_PORT: port }),
    }));
    respondFirst(prototype, () => (request, response) => {
      const isOwn = isAppCheckRequest(request);
      if (isOwn) api.respond(request, response);
      return isOwn;
    });
  },
});
