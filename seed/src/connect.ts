// Owns connecting maintenance commands to a project: a local one without further ado, a real one only on purpose.
import { initializeApp } from 'firebase-admin/app';

/** The project of a `--project ID` argument, else of the environment. */
export function projectOf(args: readonly string[]): string | undefined {
  const named = args.indexOf('--project');
  return named >= 0
    ? args[named + 1]
    : (process.env.SAVEPOINT_PROJECT_ID ?? process.env.GCLOUD_PROJECT ?? process.env.GOOGLE_CLOUD_PROJECT);
}

/** Whether a project can exist on a developer's machine only. */
export function isDemo(projectId: string): boolean {
  return projectId.startsWith('demo-');
}

/**
 * Points the admin SDK at a project. A demo project lives in emulators, so their addresses (`emulators` names the
 * variables) must be set. Throws with a sentence that says how to mend it.
 */
export function connect(projectId: string, emulators: readonly string[]): void {
  if (isDemo(projectId)) {
    // Emulators want no credentials; without this the SDK looks for a cloud machine around it and warns.
    process.env.METADATA_SERVER_DETECTION ??= 'none';
    const missing = emulators.filter((name) => !process.env[name]);
    if (missing.length > 0)
      throw new Error(
        `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set, so ${projectId} has no database here. Set ${missing.length === 1 ? 'it' : 'them'} to an emulator's address, for example ${missing[0]}=127.0.0.1:8080, while \`npm start\` runs.`,
      );
  }
  initializeApp({ projectId });
}
