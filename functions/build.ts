// Owns making functions/lib, the folder that is deployed and emulated: one bundle with the model inside (only this folder is
// uploaded), the packages of package.json left outside, and the web app's built page for the functions that serve HTML.
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

/** What the last web build made for the functions that serve HTML. Without it they answer with the page that Hosting serves. */
for (const [made, name] of [
  ['site/shell.html', 'shell.html'],
  ['server', 'page'],
] as const) {
  const from = join(here, '../web/dist', made);
  const to = join(lib, name);
  rmSync(to, { recursive: true, force: true });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}
