// Extensions with topics and schedules run if there is a server at SAVEPOINT_PUBSUB_HOST.
// firebase-tools omits all functions of an extension if it does not start the emulator of one of
// them itself.
import { hasSource, patchModule } from '../patch.ts';

interface ValidationModule {
  /** Returns the names of services that an extension's triggers need but are not emulated. */
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
