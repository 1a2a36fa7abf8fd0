// Makes FirestoreEmulator a client of the server at SAVEPOINT_FIRESTORE_HOST (`host:port`), whose
// port and host are those of firebase.json. firebase-tools would download Google's emulator and
// start it with Java. The rest stays: the hub lists it, exports it and disables its triggers, and
// the functions register with it and find it. Whoever starts the server gives it rules and data.
exports.module = 'lib/emulator/firestoreEmulator.js';

exports.expected = {
  'FirestoreEmulator with start(), which downloadableEmulators starts, and stop()': ({
    FirestoreEmulator: { prototype },
  }) =>
    /downloadableEmulators\.start\(/.test(prototype.start) &&
    /downloadableEmulators\.stop\(/.test(prototype.stop),
};

exports.apply = ({ FirestoreEmulator: { prototype } }) => {
  if (!process.env.SAVEPOINT_FIRESTORE_HOST) return;
  // EmulatorRegistry waits until something listens on its port.
  prototype.start = async () => undefined;
  prototype.stop = async () => undefined;
};
