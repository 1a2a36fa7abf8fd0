// Owns making what is deployed of the web app: dist/site for Hosting, and dist/server, with which a function renders pages.
// Hosting's page is called shell.html: an index.html would be served for / before the function is asked.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Manifest } from 'vite';

const SITE = join(import.meta.dirname, 'dist', 'site');
const SERVER = join(import.meta.dirname, 'dist', 'server');
const PAGE = 'index.html';

/** Names of the style files of a chunk and of all it imports, in the order in which a browser would load them. */
function stylesOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(key)) return [];
  seen.add(key);
  return [
    ...(chunk.imports ?? []).flatMap((imported) => stylesOf(manifest, imported, seen)),
    ...(chunk.css ?? []),
  ];
}

/** The styles that each page needs for its first paint, as text. */
function stylesByPage(manifest: Manifest): Record<string, string> {
  const routes = Object.keys(manifest).filter((key) => key.startsWith('src/routes/'));
  return Object.fromEntries(
    routes.map((route) => {
      // The page's end is fetched beside every page.
      const keys = [PAGE, 'src/app/page-end.tsx', route];
      const files = new Set(keys.flatMap((key) => stylesOf(manifest, key)));
      const text = [...files].map((file) => readFileSync(join(SITE, file), 'utf8').trim()).join('');
      return [route.replace(/^src\/routes\/|\.tsx$/g, ''), text];
    }),
  );
}

process.env.NODE_ENV = 'production';
const options = { root: import.meta.dirname, configFile: join(import.meta.dirname, 'vite.config.ts') };

await build({ ...options, logLevel: 'warn', build: { manifest: true } });
const manifest = JSON.parse(readFileSync(join(SITE, '.vite', 'manifest.json'), 'utf8')) as Manifest;
rmSync(join(SITE, '.vite'), { recursive: true });
renameSync(join(SITE, PAGE), join(SITE, 'shell.html'));

await build({ ...options, logLevel: 'warn', build: { ssr: 'src/server.tsx' } });
writeFileSync(join(SERVER, 'styles.json'), JSON.stringify(stylesByPage(manifest)));
