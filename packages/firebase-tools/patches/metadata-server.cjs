// A function's environment says that it runs on Google Cloud, so google-auth-library asks the
// metadata server of the machine for the service account, three times with growing delays: each
// enqueue() of firebase-admin took two seconds, or four with a network. It asks for a token, too,
// before the SDKs of Eventarc and of Firestore over REST call an emulator. The server of the
// Functions emulator answers instead (metadata-api.cjs).
const { isMetadataRequest, respondWithMetadata } = require('./metadata-api.cjs');

exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.getEmulatorEnvs() that sets variables of emulators': ({ FunctionsEmulator }) =>
    /setEnvVarsForEmulators\)\(envs, emulatorInfos\)/.test(FunctionsEmulator.prototype.getEmulatorEnvs),
  'FunctionsEmulator.createHubServer() that creates an Express app': ({ FunctionsEmulator }) =>
    /const hub = express\(\)/.test(FunctionsEmulator.prototype.createHubServer),
  'FunctionsEmulator.getInfo() with host and port': ({ FunctionsEmulator }) =>
    /host,\s+port,/.test(FunctionsEmulator.prototype.getInfo),
};

/** Whether `--allow-outbound` lets functions ask the real one. */
const isAllowed = (process.env.SAVEPOINT_ALLOW_OUTBOUND ?? '')
  .split(',')
  .some((host) =>
    ['*', '169.254.169.254', 'metadata.google.internal', 'metadata.google.internal.'].includes(host),
  );

exports.apply = ({ FunctionsEmulator: { prototype } }) => {
  if (isAllowed) return;
  const { getEmulatorEnvs, createHubServer } = prototype;
  prototype.getEmulatorEnvs = function getEnvsWithMetadataHost() {
    const { host, port } = this.getInfo();
    return { ...getEmulatorEnvs.call(this), GCE_METADATA_HOST: `${host}:${port}` };
  };
  prototype.createHubServer = function createServerWithMetadata() {
    const hub = createHubServer.call(this);
    const { handle } = hub;
    hub.handle = (request, response, ...others) =>
      isMetadataRequest(request)
        ? respondWithMetadata(request, response)
        : handle.call(hub, request, response, ...others);
    return hub;
  };
};
