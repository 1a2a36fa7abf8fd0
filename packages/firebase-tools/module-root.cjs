const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

/** The folder of the package of this name that a file belongs to; empty when it belongs to none. */
exports.findModuleRoot = (name, file) => {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (packageName(folder) === name) return folder;
    if (folder === dirname(folder)) return '';
  }
};

function packageName(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name;
  } catch {
    return undefined;
  }
}
