// The guard of all servers (src/guard), compiled for the processes of
// firebase-tools and of the dev server. The npm package has the bundle; in the repository it is
// written here, by the first process that finds a source which is newer.
const { existsSync, readdirSync, renameSync, statSync } = require('node:fs');
const { join } = require('node:path');

const BUNDLE = join(__dirname, 'dist', 'inbound-guard.cjs');
const SOURCES = join(__dirname, 'src');
const FOLDERS = ['core', 'guard'].map((name) => join(SOURCES, name));

function isStale() {
  if (!existsSync(BUNDLE)) return true;
  const sources = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const inputs = [__filename, ...sources.filter((path) => !path.endsWith('.test.ts'))];
  const builtMs = statSync(BUNDLE).mtimeMs;
  return inputs.some((path) => statSync(path).mtimeMs > builtMs);
}

function build() {
  const temporary = `${BUNDLE}.${process.pid}.tmp`;
  require('esbuild').buildSync({
    entryPoints: [join(SOURCES, 'guard', 'preload.ts')],
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

if (existsSync(SOURCES) && isStale()) build();
module.exports = require(BUNDLE);
