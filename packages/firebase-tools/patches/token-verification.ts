// The Functions emulator tells firebase-functions to skip token verification, so a forged token
// would be accepted locally and rejected in production. This takes that one debug feature back and
// leaves the others alone. Auth blocking functions keep it: the Auth emulator sends them tokens of
// its own, with an audience that firebase-functions accepts from Google only.
import { hasSource, type Patch, patchModule } from '../patch.ts';
import { appCheck } from './app-check.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';

export const tokenVerification: Patch = {
  name: 'token-verification',
  reason: 'functions verify tokens of Auth and of App Check',
  upstream: [
    // Where it was decided that they do not.
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
