// firebase-tools wants Java for the programs that it starts for Firestore and Storage. Neither is
// started: Firestore is a server of its own (firestore-emulator.cjs), and storage-rules.cjs has the
// rules of Storage.
exports.module = 'lib/emulator/downloadableEmulators.js';

exports.expected = {
  'requiresJava(name)': ({ requiresJava }) => requiresJava.length === 1,
};

exports.apply = (emulators) => {
  const replaced = process.env.SAVEPOINT_FIRESTORE_HOST ? ['storage', 'firestore'] : ['storage'];
  const { requiresJava } = emulators;
  emulators.requiresJava = (name) => !replaced.includes(name) && requiresJava(name);
};
