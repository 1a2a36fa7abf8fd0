// Builds functions/lib, which is deployed and emulated: one bundle, which includes the model
// because only the functions folder is uploaded, with the dependencies of package.json external;
// and the files of the web build that render-page.ts serves.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const lib = join(here, 'lib');
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const packages = Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@savepoint/'));

await build({
  entryPoints: [join(here, 'src/index.ts')],
  outfile: join(lib, 'index.js'),
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  external: packages.flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
});

/**
 * Output of the last web build: the app shell and the server bundle. Without it, renderPage serves
 * Hosting's shell.
 */
for (const [output, name] of [
  ['site/shell.html', 'shell.html'],
  ['server', 'page'],
] as const) {
  const from = join(here, '../web/dist', output);
  const to = join(lib, name);
  rmSync(to, { recursive: true, force: true });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}
