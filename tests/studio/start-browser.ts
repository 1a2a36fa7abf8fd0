// The globalSetup of the suite: the page of Studio, built once, and the browser that all files use.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { requireChromium } from '../support/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built page. */
    studioPage: string;
    /** Where playwright connects to the browser. */
    browserEndpoint: string;
  }
}

const STUDIO_FOLDER = fileURLToPath(new URL('../../kit/studio', import.meta.url));
const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-page-'));
  const built = spawnSync(
    process.execPath,
    [VITE, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    { cwd: STUDIO_FOLDER, env: { ...process.env, NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (built.status !== 0) throw new Error(`Studio does not build:\n${built.stderr}`);
  const browser = await chromium.launchServer({
    executablePath: await requireChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
    host: '127.0.0.1',
  });
  project.provide('studioPage', folder);
  project.provide('browserEndpoint', browser.wsEndpoint());
  return async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  };
}
