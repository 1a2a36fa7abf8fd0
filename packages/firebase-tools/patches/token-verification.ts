// The Functions emulator tells firebase-functions to skip token verification, so a forged token
// would be accepted locally and rejected in production. This disables that one debug feature and
// keeps the others. Auth blocking functions keep it, because the Auth emulator sends them its own
// tokens, with an audience that firebase-functions accepts only from Google.
import { hasSource, type Patch, patchModule } from '../patch.ts';
import { appCheck } from './app-check.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';

export const tokenVerification: Patch = {
  name: 'token-verification',
  reason: 'functions verify Auth and App Check tokens',
  upstream: [
    // The decision not to verify them.
    'https://github.com/firebase/firebase-tools/pull/3873',
    'https://github.com/firebase/firebase-tools/issues/5253',
  ],
  modules: [
    patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
      expected: {
        'FunctionsEmulator.getEmulatorEnvs() that sets skipTokenVerification in FIREBASE_DEBUG_FEATURES': ({
          FunctionsEmulator,
        }) =>
          hasSource(
            FunctionsEmulator.prototype.getEmulatorEnvs,
            /FIREBASE_DEBUG_FEATURES\b[\s\S]*\bskipTokenVerification: true/,
          ),
        'FunctionsEmulator.getRuntimeEnvs(backend, trigger) that contains getEmulatorEnvs()': ({
          FunctionsEmulator: { prototype },
        }) =>
          prototype.getRuntimeEnvs.length === 2 &&
          hasSource(prototype.getRuntimeEnvs, /this\.getEmulatorEnvs\(\)/),
      },
      apply({ FunctionsEmulator: { prototype } }) {
        if (process.env.SAVEPOINT_VERIFY_TOKENS === '0') return;
        const { getRuntimeEnvs } = prototype;
        prototype.getRuntimeEnvs = function getEnvsWithTokenVerification(backend, trigger) {
          const envs = getRuntimeEnvs.call(this, backend, trigger);
          if (trigger?.blockingTrigger !== undefined) return envs;
          const features: object = JSON.parse(envs.FIREBASE_DEBUG_FEATURES ?? '{}');
          return {
            ...envs,
            FIREBASE_DEBUG_FEATURES: JSON.stringify({ ...features, skipTokenVerification: false }),
          };
        };
      },
    }),
    appCheck,
  ],
};
