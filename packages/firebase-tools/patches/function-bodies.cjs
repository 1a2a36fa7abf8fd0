// Names the app of the Functions emulator, so that express-errors.cjs leaves the bodies of its
// requests to the functions.
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.createHubServer() that creates an Express app': ({ FunctionsEmulator }) => {
    const { createHubServer } = FunctionsEmulator.prototype;
    return createHubServer.length === 0 && /const hub = express\(\)/.test(createHubServer);
  },
};

exports.apply = ({ FunctionsEmulator }) => {
  const { createHubServer } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.createHubServer = function createNamedHubServer() {
    return createHubServer.call(this).enable('functions');
  };
};
