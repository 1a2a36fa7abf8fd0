// Builds the deployed web app: dist/site for Hosting, and dist/server, with which a function
// renders pages. Hosting's page is named shell.html: Hosting would serve an index.html for /
// instead of calling the function.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Manifest, type ManifestChunk } from 'vite';
import { builtOrigin, renderRobots } from './robots.ts';
import { NOT_FOUND_HEAD, PAGE_HEADS } from './src/config/page-heads.ts';
import { renderShell } from './src/ssr/document.ts';

const SITE = join(import.meta.dirname, 'dist', 'site');
const SERVER = join(import.meta.dirname, 'dist', 'server');
const ENTRY = 'index.html';

/** A chunk and all its static imports. */
function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): ManifestChunk[] {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has no '${key}'.`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [chunk, ...(chunk.imports ?? []).flatMap((imported) => chunksOf(manifest, imported, seen))];
}

const urlsOf = (chunks: readonly ManifestChunk[]) => [
  ...new Set(chunks.flatMap(({ file, assets = [] }) => [file, ...assets]).map((file) => `/${file}`)),
];

/** The URLs of chunks that the entry does not import, by route module. */
function routeChunks(manifest: Manifest): Record<string, string[]> {
  const entry = chunksOf(manifest, ENTRY);
  const routes = Object.keys(manifest).filter((key) => key.startsWith('src/routes/'));
  return Object.fromEntries(
    routes.map((key) => [key, urlsOf(chunksOf(manifest, key).filter((chunk) => !entry.includes(chunk)))]),
  );
}

/**
 * URLs of the files that the service worker precaches: all modules of the shop except the admin
 * pages. The Firebase SDKs and other dynamically imported packages are cached when first loaded.
 */
function precacheManifest(manifest: Manifest): string[] {
  const keys = Object.keys(manifest).filter(
    (key) => key === ENTRY || (key.startsWith('src/') && !key.startsWith('src/routes/admin')),
  );
  return urlsOf(
    keys.filter((key) => key !== 'src/service-worker.ts').flatMap((key) => chunksOf(manifest, key)),
  );
}

process.env.NODE_ENV = 'production';
const options = { root: import.meta.dirname, configFile: join(import.meta.dirname, 'vite.config.ts') };

await build({ ...options, logLevel: 'warn', build: { manifest: true } });
const manifest = JSON.parse(readFileSync(join(SITE, '.vite', 'manifest.json'), 'utf8')) as Manifest;
rmSync(join(SITE, '.vite'), { recursive: true });

// The single stylesheet is inlined: it is small, and the first paint does not wait for another
// request.
const page = readFileSync(join(SITE, ENTRY), 'utf8').replace(
  /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/,
  (_link, file: string) => `<style>${readFileSync(join(SITE, file), 'utf8').trim()}</style>`,
);
rmSync(join(SITE, ENTRY));
writeFileSync(join(SITE, 'shell.html'), page);
for (const [name, head] of Object.entries(PAGE_HEADS))
  writeFileSync(join(SITE, `${name}.html`), renderShell(page, head));
writeFileSync(join(SITE, 'robots.txt'), renderRobots(builtOrigin(process.env)));
writeFileSync(join(SITE, '404.html'), renderShell(page, { ...NOT_FOUND_HEAD, noindex: true }));

const worker = readFileSync(join(SITE, 'service-worker.js'), 'utf8');
const files = JSON.stringify(precacheManifest(manifest));
writeFileSync(join(SITE, 'service-worker.js'), worker.replaceAll('__PRECACHE_MANIFEST__', files));

await build({ ...options, logLevel: 'warn', build: { ssr: 'src/ssr/server.tsx' } });
writeFileSync(join(SERVER, 'route-chunks.json'), JSON.stringify(routeChunks(manifest)));
