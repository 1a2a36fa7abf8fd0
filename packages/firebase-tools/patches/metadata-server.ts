// A function's environment says that it runs on Google Cloud, so google-auth-library asks the
// metadata server of the machine for the service account, three times with growing delays: each
// enqueue() of firebase-admin took two seconds, or four with a network. It asks for a token, too,
// before the SDKs of Eventarc and of Firestore over REST call an emulator.
import { hasSource, type Patch, patchModule } from '../patch.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';

/** Whether `--allow-outbound` lets functions ask the real one. */
const IS_ALLOWED = (process.env.SAVEPOINT_ALLOW_OUTBOUND ?? '')
  .split(',')
  .some((host) =>
    ['*', '169.254.169.254', 'metadata.google.internal', 'metadata.google.internal.'].includes(host),
  );

export const metadataServer: Patch = {
  name: 'metadata-server',
  reason: 'SDKs in functions do not wait for a metadata server',
  upstream: ['https://github.com/firebase/firebase-tools/issues/7566'],
  modules: [
    patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
      expected: {
        'FunctionsEmulator.getEmulatorEnvs() that sets variables of emulators': ({ FunctionsEmulator }) =>
          hasSource(
            FunctionsEmulator.prototype.getEmulatorEnvs,
            /setEnvVarsForEmulators\)\(envs, emulatorInfos\)/,
          ),
      },
      apply({ FunctionsEmulator: { prototype } }) {
        if (IS_ALLOWED) return;
        const { getEmulatorEnvs } = prototype;
        prototype.getEmulatorEnvs = function getEnvsWithMetadataHost() {
          const envs = getEmulatorEnvs.call(this);
          const { CLOUD_TASKS_EMULATOR_HOST } = envs;
          return CLOUD_TASKS_EMULATOR_HOST === undefined
            ? envs
            : { ...envs, GCE_METADATA_HOST: CLOUD_TASKS_EMULATOR_HOST };
        };
      },
    }),
  ],
};
