// The globalSetup of projects whose tests need only a Firestore emulator.
import type { TestProject } from 'vitest/node';
import { startEmulator } from '../../packages/firestore/src/server/start-emulator.ts';

declare module 'vitest' {
  interface ProvidedContext {
    firestoreHost: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const emulator = await startEmulator({ websocketPort: 0, log: () => undefined });
  project.provide('firestoreHost', emulator.host);
  return () => emulator.close();
}
