// `npm run check:imports`: no import crosses a module boundary (boundaries.ts), and no files import
// each other in a cycle. That packages declare what they import is checked by knip.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { BOUNDARIES } from './boundaries.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['model', 'web', 'functions', 'seed', 'scripts', 'packages', 'tests'];
const EXCLUDED = /^functions\/lib\/|^tests\/kit\/projects\/|(^|\/)(dist|gen)\/|\.gen\./;
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts'];

interface Manifest {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
}

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...SOURCES], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');
const files = tracked.filter(
  (path) => /\.([cm]?js|tsx?)$/.test(path) && !EXCLUDED.test(path) && existsSync(join(ROOT, path)),
);
const known = new Set(files);
const workspaces = new Map<string, { readonly folder: string; readonly manifest: Manifest }>();
for (const path of tracked.filter((path) => /^(packages\/)?[^/]+\/package\.json$/.test(path))) {
  const manifest = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;
  if (manifest.name !== undefined) workspaces.set(manifest.name, { folder: dirname(path), manifest });
}

/** The specifiers that a file imports or re-exports; types count, too. */
function readSpecifiers(path: string): readonly string[] {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const reExports = module.staticExports.flatMap(({ entries }) =>
    entries.map((entry) => entry.moduleRequest),
  );
  const calls = source.matchAll(path.endsWith('.cjs') ? /\brequire\('([^']+)'\)/g : /\bimport\('([^']+)'\)/g);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reExports.flatMap((request) => (request === null ? [] : [request.value])),
    ...[...calls].flatMap(([, specifier]) => specifier ?? []),
  ];
}

/** The file of an export of a workspace; undefined if it is a built one. */
function resolveExport({ folder, manifest }: { folder: string; manifest: Manifest }, subpath: string) {
  for (const [pattern, target] of Object.entries(manifest.exports ?? {})) {
    if (typeof target !== 'string') continue;
    const [before = '', after] = pattern.split('*');
    if (after === undefined ? pattern === subpath : subpath.startsWith(before) && subpath.endsWith(after)) {
      const matched = subpath.slice(before.length, subpath.length - (after?.length ?? 0));
      return join(folder, target.replace('*', matched));
    }
  }
  return undefined;
}

/** The path of an imported file in this repository, or `node_modules/NAME/`. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const path = join(dirname(from), specifier.replace(/\?.*$/, ''));
    return ENDINGS.map((ending) => path + ending).find((candidate) => known.has(candidate));
  }
  const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  const workspace = workspaces.get(name);
  return workspace === undefined
    ? `node_modules/${name}/`
    : resolveExport(workspace, `.${specifier.slice(name.length)}`);
}

/** Files that reach each other, by Tarjan's algorithm. */
function findCycles(imports: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): number => {
    const index = order.size;
    order.set(path, index);
    stack.push(path);
    let low = index;
    for (const next of imports.get(path) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === index) {
      const members = stack.splice(stack.indexOf(path));
      if (members.length > 1 || imports.get(path)?.has(path)) cycles.push(members);
    }
    return low;
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return cycles;
}

const imports = new Map(
  files.map((path) => [
    path,
    new Set(readSpecifiers(path).flatMap((specifier) => resolve(path, specifier) ?? [])),
  ]),
);
const problems = findCycles(imports).map((members) => `A cycle: ${members.join(', ')}`);
for (const [from, targets] of imports) {
  for (const boundary of BOUNDARIES) {
    const match = boundary.from.exec(from);
    if (match === null) continue;
    const forbidden = new RegExp(boundary.to.replaceAll('$1', match[1] ?? ''));
    for (const to of targets) {
      if (forbidden.test(to)) problems.push(`${from} imports ${to}. ${boundary.reason}`);
    }
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
console.log(
  `${files.length} files, ${[...imports.values()].reduce((sum, { size }) => sum + size, 0)} imports.`,
);
