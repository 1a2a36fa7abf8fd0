const { existsSync } = require('node:fs');
const { join } = require('node:path');

const FOLDER = join(__dirname, '..', 'event-log', 'dist');

/**
 * Path of a bundle of packages/event-log: where its build.ts writes it, and else where the npm
 * package has it, since npm packs no folder node_modules. It may not be there.
 */
exports.bundleOfEventLog = (name) => {
  const built = join(FOLDER, 'node_modules', name);
  return existsSync(built) ? built : join(FOLDER, name);
};
