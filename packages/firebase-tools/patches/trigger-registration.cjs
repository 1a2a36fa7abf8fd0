// Registers a Firestore trigger of the second generation with `retry` and `timeoutSeconds`, which
// trigger-retry.cjs has added to its definition. The registration of the first generation contains
// the whole definition.
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.getV2FirestoreAttributes(projectId, key, eventTrigger) that returns { bundle, path }': ({
    FunctionsEmulator,
  }) => {
    const { getV2FirestoreAttributes } = FunctionsEmulator.prototype;
    return (
      getV2FirestoreAttributes.length === 3 && /return \{ bundle, path \}/.test(getV2FirestoreAttributes)
    );
  },
  'FunctionsEmulator.getV1FirestoreAttributes(projectId, key, eventTrigger) that copies eventTrigger': ({
    FunctionsEmulator,
  }) => /eventTrigger: \{\s*\.\.\.eventTrigger/.test(FunctionsEmulator.prototype.getV1FirestoreAttributes),
};

exports.apply = ({ FunctionsEmulator }) => {
  const { getV2FirestoreAttributes } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.getV2FirestoreAttributes = function getAttributesWithRetry(...args) {
    const { bundle, path } = getV2FirestoreAttributes.apply(this, args);
    const { retry, timeoutSeconds } = args[2];
    return { bundle: JSON.stringify({ ...JSON.parse(bundle), retry, timeoutSeconds }), path };
  };
};
