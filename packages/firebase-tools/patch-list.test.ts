import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Patch } from './patch.ts';
import { PATCHES } from './patches.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const REPORTS = join(ROOT, 'docs', 'upstream');

const README = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

/** The items of the list in README.md, each on one line. */
function listedPatches(): string[] {
  const [, section = ''] = README.split('## The patches\n');
  const [list = ''] = section.slice(section.indexOf('\n- ') + 1).split('\n\n');
  return list
    .split(/^- /m)
    .slice(1)
    .map((item) => item.replaceAll(/\s+/g, ' ').trim());
}

function itemOf({ name, reason, upstream }: Patch): string {
  const threads = upstream.map((thread) => `[${threadName(thread)}]`);
  return `\`${name}\`: ${reason} (${threads.length === 0 ? 'ours' : threads.join(', ')})`;
}

/** `firebase-tools#5134`, or the name of a report. */
function threadName(thread: string): string {
  return thread
    .replace(/^docs\/upstream\/(.+)\.md$/, '$1')
    .replace(/^https:\/\/github\.com\/[^/]+\/([^/]+)\/(?:issues|pull)\/(\d+)$/, '$1#$2');
}

function reportsOf({ upstream }: Patch): string[] {
  return upstream.filter((thread) => thread.startsWith('docs/'));
}

describe('the list of patches', () => {
  it('contains each patch with its reason and its upstream threads', () => {
    const patches = PATCHES.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(listedPatches()).toEqual(patches.map(itemOf));
  });

  it('links each GitHub thread and each report', () => {
    for (const thread of PATCHES.flatMap(({ upstream }) => upstream)) {
      const address = thread.startsWith('docs/') ? `../../${thread}` : thread;
      expect(README).toContain(`\n[${threadName(thread)}]: ${address}\n`);
    }
  });

  it('contains no patch name twice', () => {
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
