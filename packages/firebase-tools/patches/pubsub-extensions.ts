// Extensions with topics and schedules run where the server at SAVEPOINT_PUBSUB_HOST does.
// firebase-tools leaves out all functions of an extension when the emulator of one is not among
// those that it starts itself.
import { hasSource, patchModule } from '../patch.ts';

interface ValidationModule {
  /** Returns the names of the services that the triggers of an extension miss. */
  checkForUnemulatedTriggerTypes(backend: object, options: object): readonly string[];
}

export const pubsubExtensions = patchModule<ValidationModule>('lib/emulator/extensions/validation.js', {
  expected: {
    'checkForUnemulatedTriggerTypes(backend, options) that names services': ({
      checkForUnemulatedTriggerTypes,
    }) =>
      checkForUnemulatedTriggerTypes.length === 2 &&
      hasSource(checkForUnemulatedTriggerTypes, /\.getServiceName\(/),
  },
  apply(validation) {
    if (!process.env.SAVEPOINT_PUBSUB_HOST) return;
    const { checkForUnemulatedTriggerTypes } = validation;
    validation.checkForUnemulatedTriggerTypes = (backend, options) =>
      checkForUnemulatedTriggerTypes(backend, options).filter((service) => service !== 'pubsub');
  },
});
