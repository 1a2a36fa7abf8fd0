// Owns making what is deployed of the web app: dist/site for Hosting, and dist/server, with which a function renders pages.
// Hosting's page is called shell.html: an index.html would be served for / before the function is asked. Names of files are
// known once all are built; the shell, the renderer and the worker are told them here.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { build, type Manifest, type ManifestChunk } from 'vite';
import type { PageStyles } from './src/app/page-markup.ts';
import { BESIDE_EVERY_PAGE, pageScriptsMarkup, type ScriptsByName } from './src/app/page-scripts.ts';
import { SERVED_PAGES } from './src/app/served-page.ts';

const SITE = join(import.meta.dirname, 'dist', 'site');
const SERVER = join(import.meta.dirname, 'dist', 'server');
const PAGE = 'index.html';
/** Routes that work without a network after any visit: what was seen, the cart, the wishlist and orders. */
const PAGES_WITHOUT_NETWORK = [
  ...SERVED_PAGES,
  'cart',
  'wishlist',
  'account',
  'account-orders',
  'account-order',
  'account-wishlist',
  'not-found',
];
/** What they read with; the SDKs are kept when somebody needs them. */
const READING = [
  'src/firebase/rest-client.ts',
  'src/config/backend.ts',
  'src/lib/connectivity.ts',
  'src/lib/write-page-head.ts',
];

/** A chunk and all it imports, each after what it imports: the order in which a browser runs them. */
function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): ManifestChunk[] {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has no '${key}'.`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [...(chunk.imports ?? []).flatMap((imported) => chunksOf(manifest, imported, seen)), chunk];
}

const BESIDE = `src/app/${BESIDE_EVERY_PAGE}.ts`;
const routeOf = (page: string) => `src/routes/${page}.tsx`;

/** The entry, some routes, and the components that they fetch while they run. */
function withParts(manifest: Manifest, routes: readonly string[]): string[] {
  const keys = [PAGE, ...routes];
  const fetched = keys
    .flatMap((key) => chunksOf(manifest, key))
    .flatMap(({ dynamicImports }) => dynamicImports ?? []);
  return [...keys, ...fetched.filter((key) => key.endsWith('.tsx') && !key.startsWith('src/routes/'))];
}

/** The styles that each page needs for its first paint: addresses of their files, and their text. */
function stylesByPage(manifest: Manifest): Record<string, PageStyles> {
  return Object.fromEntries(
    SERVED_PAGES.map((page) => {
      const keys = [PAGE, BESIDE, routeOf(page)];
      const names = new Set(keys.flatMap((key) => chunksOf(manifest, key)).flatMap(({ css }) => css ?? []));
      const text = [...names].map((name) => readFileSync(join(SITE, name), 'utf8').trim()).join('');
      return [page, { files: [...names].map((name) => `/${name}`), text }];
    }),
  );
}

/**
 * Addresses of each module that a served page may run, by its name: those it imports first, without those that the entry
 * imports, and itself last.
 */
function scriptsByName(manifest: Manifest): ScriptsByName {
  const entry = chunksOf(manifest, PAGE);
  const [, ...keys] = [...withParts(manifest, SERVED_PAGES.map(routeOf)), BESIDE];
  return Object.fromEntries(
    keys.map((key) => [
      parse(key).name,
      chunksOf(manifest, key)
        .filter((chunk) => !entry.includes(chunk))
        .map(({ file }) => `/${file}`),
    ]),
  );
}

/** Addresses of the files that a browser keeps ahead, so that pages work without a network. */
function filesWithoutNetwork(manifest: Manifest): string[] {
  const keys = [...withParts(manifest, PAGES_WITHOUT_NETWORK.map(routeOf)), BESIDE, ...READING];
  const chunks = keys.flatMap((key) => chunksOf(manifest, key));
  const files = chunks.flatMap(({ file, css, assets }) => [file, ...(css ?? []), ...(assets ?? [])]);
  return [...new Set(files.map((file) => `/${file}`))];
}

process.env.NODE_ENV = 'production';
const options = { root: import.meta.dirname, configFile: join(import.meta.dirname, 'vite.config.ts') };

await build({ ...options, logLevel: 'warn', build: { manifest: true } });
const manifest = JSON.parse(readFileSync(join(SITE, '.vite', 'manifest.json'), 'utf8')) as Manifest;
rmSync(join(SITE, '.vite'), { recursive: true });
const page = readFileSync(join(SITE, PAGE), 'utf8');
rmSync(join(SITE, PAGE));
// In the page itself: whoever fills it must name the files of the same build.
writeFileSync(
  join(SITE, 'shell.html'),
  page.replace('</body>', () => `${pageScriptsMarkup(scriptsByName(manifest))}\n</body>`),
);

const worker = readFileSync(join(SITE, 'service-worker.js'), 'utf8');
const files = JSON.stringify(filesWithoutNetwork(manifest));
writeFileSync(join(SITE, 'service-worker.js'), worker.replaceAll('__APP_FILES__', files));

await build({ ...options, logLevel: 'warn', build: { ssr: 'src/server.tsx' } });
writeFileSync(join(SERVER, 'styles.json'), JSON.stringify(stylesByPage(manifest)));
