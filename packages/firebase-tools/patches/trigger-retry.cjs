// The Functions emulator drops `retry` of a function, because Google's Firestore emulator delivers
// each event once. This keeps it, with the function's timeout, in the definition of each Firestore
// trigger; trigger-registration.cjs passes both on.
exports.module = 'lib/emulator/functionsEmulatorShared.js';

exports.expected = {
  'emulatedFunctionsFromEndpoints(endpoints) with ids `REGION-ID` and an eventType': ({
    emulatedFunctionsFromEndpoints,
  }) =>
    emulatedFunctionsFromEndpoints.length === 1 &&
    /`\$\{endpoint\.region\}-\$\{endpoint\.id\}`/.test(emulatedFunctionsFromEndpoints) &&
    /eventType: eventTrigger\.eventType/.test(emulatedFunctionsFromEndpoints),
};

exports.apply = (shared) => {
  // Google's emulator may reject fields that it does not know.
  if (process.env.SAVEPOINT_TRIGGER_RETRY !== '1') return;
  const { emulatedFunctionsFromEndpoints } = shared;
  shared.emulatedFunctionsFromEndpoints = (endpoints) => {
    const definitions = emulatedFunctionsFromEndpoints(endpoints);
    const endpointsById = new Map(
      endpoints.map((endpoint) => [`${endpoint.region}-${endpoint.id}`, endpoint]),
    );
    for (const { id, eventTrigger, timeoutSeconds } of definitions) {
      if (!eventTrigger?.eventType.includes('firestore')) continue;
      const { retry = false } = endpointsById.get(id).eventTrigger;
      Object.assign(eventTrigger, { retry, timeoutSeconds });
    }
    return definitions;
  };
};
