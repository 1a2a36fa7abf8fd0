// The second globalSetup of the suite: the browser that all files use. The start of the stacks has
// built the page of Studio.
import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { requireChromium } from '../support/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where playwright connects to the browser. */
    browserEndpoint: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await chromium.launchServer({
    executablePath: await requireChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
    host: '127.0.0.1',
  });
  project.provide('browserEndpoint', browser.wsEndpoint());
  return () => browser.close();
}
