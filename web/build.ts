// Builds what is deployed of the web app: dist/site for Hosting, and dist/server, with which a function renders pages.
// Hosting's page is named shell.html: Hosting would serve an index.html for / instead of calling the function. The names of
// the built files are written into the shell, the renderer and the service worker once all are known.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { build, type Manifest, type ManifestChunk } from 'vite';
import type { CriticalStyles } from './src/app/html-document.ts';
import { DEFERRED_CHUNK, type ScriptManifest, scriptManifestMarkup } from './src/app/script-manifest.ts';
import { SSR_ROUTES } from './src/app/ssr-payload.ts';

const SITE = join(import.meta.dirname, 'dist', 'site');
const SERVER = join(import.meta.dirname, 'dist', 'server');
const ENTRY = 'index.html';
/** Routes that work without a network after any visit, as far as their data has been read before. */
const PRECACHED_ROUTES = [
  ...SSR_ROUTES,
  'cart',
  'wishlist',
  'account',
  'account-orders',
  'account-order',
  'account-wishlist',
  'not-found',
];
/** Modules with which those routes read data. The Firebase SDKs are cached when they are first loaded. */
const PRECACHED_MODULES = [
  'src/firebase/rest-client.ts',
  'src/config/backend.ts',
  // Signing out works without a network, and so does the removal of what it leaves.
  'src/features/auth/identity.ts',
  'src/firebase/sdk.ts',
  'src/lib/device-data.ts',
  'src/lib/connectivity.ts',
  'src/lib/write-page-head.ts',
];

/** A chunk and all its static imports, each after its own imports: the order in which a browser evaluates them. */
function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): ManifestChunk[] {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has no '${key}'.`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [...(chunk.imports ?? []).flatMap((imported) => chunksOf(manifest, imported, seen)), chunk];
}

const DEFERRED = `src/app/${DEFERRED_CHUNK}.ts`;
const moduleOfRoute = (route: string) => `src/routes/${route}.tsx`;

/** Manifest keys of the entry, of some routes, and of the lazy components that these render. */
function withLazyComponents(manifest: Manifest, routes: readonly string[]): string[] {
  const keys = [ENTRY, ...routes];
  const imported = keys
    .flatMap((key) => chunksOf(manifest, key))
    .flatMap(({ dynamicImports }) => dynamicImports ?? []);
  return [...keys, ...imported.filter((key) => key.endsWith('.tsx') && !key.startsWith('src/routes/'))];
}

/** The critical CSS of each server-rendered route. */
function criticalStyles(manifest: Manifest): Record<string, CriticalStyles> {
  return Object.fromEntries(
    SSR_ROUTES.map((route) => {
      const keys = [ENTRY, DEFERRED, moduleOfRoute(route)];
      const names = new Set(keys.flatMap((key) => chunksOf(manifest, key)).flatMap(({ css }) => css ?? []));
      const text = [...names].map((name) => readFileSync(join(SITE, name), 'utf8').trim()).join('');
      return [route, { files: [...names].map((name) => `/${name}`), text }];
    }),
  );
}

/** URLs of the chunks of every module that a server-rendered page may load, without those that the entry imports. */
function scriptManifest(manifest: Manifest): ScriptManifest {
  const entry = chunksOf(manifest, ENTRY);
  const [, ...keys] = [...withLazyComponents(manifest, SSR_ROUTES.map(moduleOfRoute)), DEFERRED];
  return Object.fromEntries(
    keys.map((key) => [
      parse(key).name,
      chunksOf(manifest, key)
        .filter((chunk) => !entry.includes(chunk))
        .map(({ file }) => `/${file}`),
    ]),
  );
}

/** URLs of the files that the service worker precaches. */
function precacheManifest(manifest: Manifest): string[] {
  const keys = [
    ...withLazyComponents(manifest, PRECACHED_ROUTES.map(moduleOfRoute)),
    DEFERRED,
    ...PRECACHED_MODULES,
  ];
  const chunks = keys.flatMap((key) => chunksOf(manifest, key));
  const files = chunks.flatMap(({ file, css, assets }) => [file, ...(css ?? []), ...(assets ?? [])]);
  return [...new Set(files.map((file) => `/${file}`))];
}

process.env.NODE_ENV = 'production';
const options = { root: import.meta.dirname, configFile: join(import.meta.dirname, 'vite.config.ts') };

await build({ ...options, logLevel: 'warn', build: { manifest: true } });
const manifest = JSON.parse(readFileSync(join(SITE, '.vite', 'manifest.json'), 'utf8')) as Manifest;
rmSync(join(SITE, '.vite'), { recursive: true });
const page = readFileSync(join(SITE, ENTRY), 'utf8');
rmSync(join(SITE, ENTRY));
// Inside the shell, so that a renderer can only list the files of the same build.
writeFileSync(
  join(SITE, 'shell.html'),
  page.replace('</body>', () => `${scriptManifestMarkup(scriptManifest(manifest))}\n</body>`),
);

const worker = readFileSync(join(SITE, 'service-worker.js'), 'utf8');
const files = JSON.stringify(precacheManifest(manifest));
writeFileSync(join(SITE, 'service-worker.js'), worker.replaceAll('__PRECACHE_MANIFEST__', files));

await build({ ...options, logLevel: 'warn', build: { ssr: 'src/server.tsx' } });
writeFileSync(join(SERVER, 'styles.json'), JSON.stringify(criticalStyles(manifest)));
