// The Functions emulator tells firebase-functions to skip token verification, so a forged token
// would be accepted locally and rejected in production. This takes that one debug feature back and
// leaves the others alone. Auth blocking functions keep it: the Auth emulator sends them tokens of
// its own, with an audience that firebase-functions accepts from Google only.
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.getEmulatorEnvs() that sets skipTokenVerification in FIREBASE_DEBUG_FEATURES': ({
    FunctionsEmulator,
  }) => {
    const { getEmulatorEnvs } = FunctionsEmulator.prototype;
    return /FIREBASE_DEBUG_FEATURES\b[\s\S]*\bskipTokenVerification: true/.test(getEmulatorEnvs);
  },
  'FunctionsEmulator.getRuntimeEnvs(backend, trigger) that contains getEmulatorEnvs()': ({
    FunctionsEmulator,
  }) => {
    const { getRuntimeEnvs } = FunctionsEmulator.prototype;
    return getRuntimeEnvs.length === 2 && /this\.getEmulatorEnvs\(\)/.test(getRuntimeEnvs);
  },
};

exports.apply = ({ FunctionsEmulator }) => {
  if (process.env.SAVEPOINT_VERIFY_TOKENS === '0') return;
  const { getRuntimeEnvs } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.getRuntimeEnvs = function getEnvsWithTokenVerification(backend, trigger) {
    const envs = getRuntimeEnvs.call(this, backend, trigger);
    if (trigger?.blockingTrigger !== undefined) return envs;
    const features = JSON.parse(envs.FIREBASE_DEBUG_FEATURES);
    return {
      ...envs,
      FIREBASE_DEBUG_FEATURES: JSON.stringify({ ...features, skipTokenVerification: false }),
    };
  };
};
