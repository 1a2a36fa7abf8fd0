// A function's environment says that it runs on Google Cloud, so google-auth-library asks the
// metadata server of the machine for the service account, three times with growing delays: each
// enqueue() of firebase-admin took two seconds, or four with a network. It asks for a token, too,
// before the SDKs of Eventarc and of Firestore over REST call an emulator. The server of the Cloud
// Tasks emulator answers instead (metadata-api.cjs).
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.getEmulatorEnvs() that sets variables of emulators': ({ FunctionsEmulator }) =>
    /setEnvVarsForEmulators\)\(envs, emulatorInfos\)/.test(FunctionsEmulator.prototype.getEmulatorEnvs),
};

/** Whether `--allow-outbound` lets functions ask the real one. */
const isAllowed = (process.env.SAVEPOINT_ALLOW_OUTBOUND ?? '')
  .split(',')
  .some((host) =>
    ['*', '169.254.169.254', 'metadata.google.internal', 'metadata.google.internal.'].includes(host),
  );

exports.apply = ({ FunctionsEmulator }) => {
  if (isAllowed) return;
  const { getEmulatorEnvs } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.getEmulatorEnvs = function getEnvsWithMetadataHost() {
    const envs = getEmulatorEnvs.call(this);
    const { CLOUD_TASKS_EMULATOR_HOST } = envs;
    return CLOUD_TASKS_EMULATOR_HOST === undefined
      ? envs
      : { ...envs, GCE_METADATA_HOST: CLOUD_TASKS_EMULATOR_HOST };
  };
};
