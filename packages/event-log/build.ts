// Bundles what is loaded into other processes. Of the workers of the Functions emulator, its 700
// files would delay the start by seconds.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

// Below a folder node_modules, like installed packages: Node would print deprecation warnings for
// what other packages require through the hook in the first of them.
const folder = join(import.meta.dirname, 'dist', 'node_modules');

// The kit compares the last with the sources: it is there when all are.
for (const name of ['firebase-tools', 'functions-worker']) {
  const output = join(folder, `${name}.cjs`);
  const temporary = `${output}.${process.pid}.tmp`;
  await build({
    entryPoints: [join(import.meta.dirname, 'src', `${name}.ts`)],
    outfile: temporary,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minifySyntax: true,
    logLevel: 'warning',
  });
  // Processes may be loading the file that is replaced.
  renameSync(temporary, output);
}
