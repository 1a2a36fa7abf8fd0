// The second globalSetup of the suite: finds the browser that workers start. The start of the
// stacks has built the page of Studio.
import type { TestProject } from 'vitest/node';
import { requireChromium } from '../support/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the program. */
    chromium: string;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', await requireChromium());
}
