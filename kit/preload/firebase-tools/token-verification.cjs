// The Functions emulator tells firebase-functions to skip token verification, so a forged token would be accepted locally and rejected in
// production. This takes that one debug feature back and leaves the others alone.
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.getEmulatorEnvs() that sets skipTokenVerification in FIREBASE_DEBUG_FEATURES': ({
    FunctionsEmulator,
  }) => {
    const { getEmulatorEnvs } = FunctionsEmulator.prototype;
    return /FIREBASE_DEBUG_FEATURES\b[\s\S]*\bskipTokenVerification: true/.test(getEmulatorEnvs);
  },
};

exports.apply = ({ FunctionsEmulator }) => {
  const { getEmulatorEnvs } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.getEmulatorEnvs = function getEnvsWithTokenVerification() {
    const envs = getEmulatorEnvs.call(this);
    const features = JSON.parse(envs.FIREBASE_DEBUG_FEATURES);
    return {
      ...envs,
      FIREBASE_DEBUG_FEATURES: JSON.stringify({ ...features, skipTokenVerification: false }),
    };
  };
};
