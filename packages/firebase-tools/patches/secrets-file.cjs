// The Functions emulator reads .secret.local of the source folder each time that it starts a
// worker, so a mistake in that file takes the secrets from the next one. A run has a copy of the
// last good file, in the folder with the settings of the codebase (configDir).
const { existsSync } = require('node:fs');
const { join } = require('node:path');

exports.module = 'lib/emulator/functionsEmulatorShared.js';

exports.expected = {
  'getSecretLocalPath(backend, projectDir)': ({ getSecretLocalPath }) =>
    getSecretLocalPath.length === 2 && /backend\.functionsDir/.test(getSecretLocalPath),
};

exports.apply = (shared) => {
  const { getSecretLocalPath } = shared;
  shared.getSecretLocalPath = (backend, projectDir) => {
    const copy = join(backend.configDir ?? backend.functionsDir, '.secret.local');
    return existsSync(copy) ? copy : getSecretLocalPath(backend, projectDir);
  };
};
