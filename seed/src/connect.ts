import { initializeApp } from 'firebase-admin/app';

/** The project of `--project`, or else that of the environment. */
export function projectOf(named: string | undefined): string | undefined {
  const { SAVEPOINT_PROJECT_ID, GCLOUD_PROJECT, GOOGLE_CLOUD_PROJECT } = process.env;
  return named ?? SAVEPOINT_PROJECT_ID ?? GCLOUD_PROJECT ?? GOOGLE_CLOUD_PROJECT;
}

/** True for a project that exists in emulators only, by Firebase's naming convention. */
export function isDemo(projectId: string): boolean {
  return projectId.startsWith('demo-');
}

/**
 * Initializes the Admin SDK for a project. A demo project exists in emulators only, so the
 * environment variables in `emulators` must be set; for a real one they must not. Throws an Error
 * with instructions.
 */
export function connect(projectId: string, emulators: readonly string[]): void {
  if (isDemo(projectId)) {
    // Emulators need no credentials. Without this, the SDK queries the metadata server of a Google
    // Cloud VM and warns.
    process.env.METADATA_SERVER_DETECTION ??= 'none';
    const missing = emulators.filter((name) => !process.env[name]);
    if (missing.length > 0)
      throw new Error(
        `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set, so ${projectId} has no database here. Set ${missing.length === 1 ? 'it' : 'them'} to an emulator's address, for example ${missing[0]}=127.0.0.1:8080, while \`npm start\` runs.`,
      );
  } else {
    const set = emulators.filter((name) => process.env[name]);
    if (set.length > 0)
      throw new Error(
        `${projectId} is a real project, but ${set.join(' and ')} would send everything to an emulator. Run the script itself, outside of a local stack: npx node SCRIPT.`,
      );
  }
  initializeApp({ projectId });
}
