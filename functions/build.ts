// Owns making functions/lib, the folder that is deployed and emulated: one bundle with the model inside (only this folder is
// uploaded), the packages of package.json left outside, and the web app's built page for the functions that serve HTML.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
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

/** The page of the last web build. Without one the function fetches the page that Hosting serves. */
const page = join(here, '../web/dist/site/index.html');
const shell = join(lib, 'shell.html');
if (existsSync(page)) {
  mkdirSync(lib, { recursive: true });
  copyFileSync(page, shell);
} else {
  rmSync(shell, { force: true });
}
