// Shared start and end of scripts that change the shop's data, locally and in production.
import { connect, isDemo, projectOf } from '@savepoint/seed/connect';

/**
 * Connects a script to the project from its flag or the environment: a demo project in the
 * emulators of these variables, any other with the key of a service account.
 * @throws Error with `usage` if no project is named, and for a real project without a key
 */
export function connectScript(flag: string | undefined, usage: string, emulators: readonly string[]): void {
  const projectId = projectOf(flag);
  if (!projectId) throw new Error(`No project is named. Usage: ${usage}`);
  connect(projectId, emulators);
  if (!isDemo(projectId) && !process.env.GOOGLE_APPLICATION_CREDENTIALS)
    throw new Error(
      `${projectId} is a real project: set GOOGLE_APPLICATION_CREDENTIALS to a service account's key file first.`,
    );
}

/** Runs a script and exits with 0, or with 1 and its error message. */
export async function runScript(main: () => Promise<void>): Promise<never> {
  try {
    await main();
    process.exit(0);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
