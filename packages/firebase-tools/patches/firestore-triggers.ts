// The Functions emulator drops a function's `retry`, because Google's Firestore emulator delivers
// each event once. This keeps it, together with the function's timeout, in the definition of each
// Firestore trigger and in its registration.
import { hasSource, type PatchedModule, patchModule } from '../patch.ts';
import type { Definition, FunctionsEmulatorModule } from './functions-emulator.ts';

/** A function in deployment format. */
interface Endpoint {
  readonly id: string;
  readonly region: string;
  readonly eventTrigger?: { readonly retry?: boolean };
}

interface Shared {
  emulatedFunctionsFromEndpoints(endpoints: readonly Endpoint[]): Definition[];
}

/** Keeps both in a trigger's definition. */
const definitions = patchModule<Shared>('lib/emulator/functionsEmulatorShared.js', {
  expected: {
    'emulatedFunctionsFromEndpoints(endpoints) with ids `REGION-ID` and an eventType': ({
      emulatedFunctionsFromEndpoints,
    }) =>
      emulatedFunctionsFromEndpoints.length === 1 &&
      hasSource(
        emulatedFunctionsFromEndpoints,
        /`\$\{endpoint\.region\}-\$\{endpoint\.id\}`/,
        /eventType: eventTrigger\.eventType/,
      ),
  },
  apply(shared) {
    // Google's emulator may reject unknown fields.
    if (process.env.SAVEPOINT_TRIGGER_RETRY !== '1') return;
    const { emulatedFunctionsFromEndpoints } = shared;
    shared.emulatedFunctionsFromEndpoints = (endpoints) => {
      const emulated = emulatedFunctionsFromEndpoints(endpoints);
      const retries = new Map(
        endpoints.map(({ region, id, eventTrigger }) => [`${region}-${id}`, eventTrigger?.retry]),
      );
      for (const { id, eventTrigger, timeoutSeconds } of emulated) {
        if (!eventTrigger?.eventType.includes('firestore')) continue;
        Object.assign(eventTrigger, { retry: retries.get(id) ?? false, timeoutSeconds });
      }
      return emulated;
    };
  },
});

/**
 * Includes both when registering a second-generation trigger. The registration of a
 * first-generation trigger contains the whole definition.
 */
const registrations = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    'FunctionsEmulator.getV2FirestoreAttributes(projectId, key, eventTrigger) that returns { bundle, path }':
      ({ FunctionsEmulator: { prototype } }) =>
        prototype.getV2FirestoreAttributes.length === 3 &&
        hasSource(prototype.getV2FirestoreAttributes, /return \{ bundle, path \}/),
    'FunctionsEmulator.getV1FirestoreAttributes(projectId, key, eventTrigger) that copies eventTrigger': ({
      FunctionsEmulator,
    }) =>
      hasSource(
        FunctionsEmulator.prototype.getV1FirestoreAttributes,
        /eventTrigger: \{\s*\.\.\.eventTrigger/,
      ),
  },
  apply({ FunctionsEmulator: { prototype } }) {
    const { getV2FirestoreAttributes } = prototype;
    prototype.getV2FirestoreAttributes = function getAttributesWithRetry(...args) {
      const { bundle, path } = getV2FirestoreAttributes.apply(this, args);
      const { retry, timeoutSeconds } = args[2];
      return { bundle: JSON.stringify({ ...JSON.parse(bundle), retry, timeoutSeconds }), path };
    };
  },
});

export const firestoreTriggers: readonly PatchedModule[] = [definitions, registrations];
