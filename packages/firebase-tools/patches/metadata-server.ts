// A function's environment says that it runs on Google Cloud, so google-auth-library asks the
// metadata server of the machine for the service account, three times with growing delays: each
// enqueue() of firebase-admin took two seconds, or four with a network. It asks for a token, too,
// before the SDKs of Eventarc and of Firestore over REST call an emulator. The server of the
// Functions emulator answers instead (metadata-api.ts).
import { hasSource, patchModule } from '../patch.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';
import { HUB_SERVER, respondFirst } from './hub-requests.ts';
import { isMetadataRequest, respondWithMetadata } from './metadata-api.ts';
import { isOutboundAllowed } from './outbound-hosts.ts';

const HOSTS = ['169.254.169.254', 'metadata.google.internal', 'metadata.google.internal.'];

export const metadataServer = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    'FunctionsEmulator.getEmulatorEnvs() that sets variables of emulators': ({ FunctionsEmulator }) =>
      hasSource(
        FunctionsEmulator.prototype.getEmulatorEnvs,
        /setEnvVarsForEmulators\)\(envs, emulatorInfos\)/,
      ),
    ...HUB_SERVER,
    'FunctionsEmulator.getInfo() with host and port': ({ FunctionsEmulator }) =>
      hasSource(FunctionsEmulator.prototype.getInfo, /host,\s+port,/),
  },
  apply({ FunctionsEmulator: { prototype } }) {
    // Functions ask the real one.
    if (isOutboundAllowed(...HOSTS)) return;
    const { getEmulatorEnvs } = prototype;
    prototype.getEmulatorEnvs = function getEnvsWithMetadataHost() {
      // Where it listens may be every address of this machine.
      const { port } = this.getInfo();
      return { ...getEmulatorEnvs.call(this), GCE_METADATA_HOST: `127.0.0.1:${port}` };
    };
    respondFirst(prototype, () => (request, response) => {
      const isOwn = isMetadataRequest(request);
      if (isOwn) respondWithMetadata(request, response);
      return isOwn;
    });
  },
});
