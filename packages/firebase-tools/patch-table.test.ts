import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Patch } from './patch.ts';
import { PATCHES } from './patches.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const REPORTS = join(ROOT, 'docs', 'upstream');

/** The cells of the table in README.md. */
function tableRows(): string[][] {
  const [, , ...rows] = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** A row for the patch, and further ones for its other modules and threads. */
function rowsOf({ name, modules, reason, upstream }: Patch): string[][] {
  const files = [...new Set(modules.map(({ module }) => `\`${module}\``))];
  const threads = upstream.length === 0 ? ['none: ours'] : upstream.map(linkOf);
  return Array.from({ length: Math.max(files.length, threads.length) }, (_, index) => {
    const [first, why] = index === 0 ? [`\`${name}\``, reason] : ['', ''];
    return [first ?? '', files[index] ?? '', why ?? '', threads[index] ?? ''];
  });
}

/** Where a thread is on GitHub, in a definition below the table. */
function linkOf(thread: string): string {
  const name = thread.replace(/^docs\/upstream\/(.+)\.md$/, '$1');
  return name === thread ? `[${threadName(thread)}]` : `[${name}](../../${thread})`;
}

/** `firebase-tools#5134`. */
function threadName(thread: string): string {
  return thread.replace(/^https:\/\/github\.com\/[^/]+\/([^/]+)\/(?:issues|pull)\/(\d+)$/, '$1#$2');
}

function reportsOf({ upstream }: Patch): string[] {
  return upstream.filter((thread) => thread.startsWith('docs/'));
}

describe('the table of patches', () => {
  it('has a row for each patch, with its modules, its reason and its upstream threads', () => {
    const patches = PATCHES.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(tableRows()).toEqual(patches.flatMap(rowsOf));
  });

  it('links each thread of GitHub', () => {
    const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
    const threads = PATCHES.flatMap(({ upstream }) => upstream).filter((each) => each.startsWith('https:'));
    for (const thread of threads) expect(text).toContain(`\n[${threadName(thread)}]: ${thread}\n`);
  });

  it('names patches that differ', () => {
    expect(new Set(PATCHES.map(({ name }) => name)).size).toBe(PATCHES.length);
  });
});

describe('the reports for upstream', () => {
  it.each(PATCHES.flatMap(reportsOf))('contain %s, with a symptom, a cause and a fix', (report) => {
    const text = readFileSync(join(ROOT, report), 'utf8');
    for (const section of ['Symptom', 'Cause', 'Fix']) expect(text).toContain(`\n## ${section}\n`);
  });

  it('are listed', () => {
    const list = readFileSync(join(REPORTS, 'README.md'), 'utf8');
    const links = [...list.matchAll(/\]\((.+?\.md)\)/g)].map(([, file]) => `docs/upstream/${file}`);
    expect(links.sort()).toEqual(PATCHES.flatMap(reportsOf).sort());
  });
});
