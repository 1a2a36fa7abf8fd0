// The guard of all servers (emulator/shared/src/guard), compiled for the processes of firebase-tools and of the dev server. The npm
// package has the bundle; in the repository it is written here, by the first process that finds a source which is newer.
const { existsSync, readdirSync, renameSync, statSync } = require('node:fs');
const { join } = require('node:path');

const BUNDLE = join(__dirname, 'dist', 'inbound-guard.cjs');
const SHARED = join(__dirname, '..', '..', 'emulator', 'shared', 'src');
const GUARD = join(SHARED, 'guard');

function isStale() {
  if (!existsSync(BUNDLE)) return true;
  const names = readdirSync(GUARD).filter((name) => !name.endsWith('.test.ts'));
  const inputs = [__filename, join(SHARED, 'core', 'loopback.ts'), ...names.map((name) => join(GUARD, name))];
  const builtMs = statSync(BUNDLE).mtimeMs;
  return inputs.some((path) => statSync(path).mtimeMs > builtMs);
}

function build() {
  const temporary = `${BUNDLE}.${process.pid}.tmp`;
  require('esbuild').buildSync({
    entryPoints: [join(GUARD, 'preload.ts')],
    outfile: temporary,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    logLevel: 'warning',
  });
  // Processes may be loading the file that is replaced.
  renameSync(temporary, BUNDLE);
}

if (existsSync(GUARD) && isStale()) build();
module.exports = require(BUNDLE);
