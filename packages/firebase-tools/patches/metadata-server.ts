// A function's environment indicates Google Cloud, so google-auth-library queries the machine's
// metadata server for the service account, three times with growing delays: each enqueue() of
// firebase-admin took two seconds, or four with a network. It also requests a token before the SDKs
// of Eventarc and of Firestore over REST call an emulator. The server of the Functions emulator
// responds instead (metadata-api.ts).
import { patchModule } from '../patch.ts';
import { addVariables, EMULATOR_VARIABLES } from './emulator-variables.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';
import { HUB_SERVER, respondFirst } from './hub-requests.ts';
import { isMetadataRequest, respondWithMetadata } from './metadata-api.ts';
import { isOutboundAllowed } from './outbound-hosts.ts';

const HOSTS = ['169.254.169.254', 'metadata.google.internal', 'metadata.google.internal.'];

export const metadataServer = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    ...EMULATOR_VARIABLES,
    ...HUB_SERVER,
  },
  apply({ FunctionsEmulator: { prototype } }) {
    // Functions call the real one.
    if (isOutboundAllowed(...HOSTS)) return;
    // The emulator may listen on all addresses of this machine.
    addVariables(prototype, (port) => ({ GCE_METADATA_HOST: `127.0.0.1:${port}` }));
    respondFirst(prototype, () => (request, response) => {
      const isOwn = isMetadataRequest(request);
      if (isOwn) respondWithMetadata(request, response);
      return isOwn;
    });
  },
});
