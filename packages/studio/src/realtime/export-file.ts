import { exportPlace } from './realtime-endpoints.ts';

/**
 * Saves the JSON of a location, with priorities, to a file that Import and firebase-tools can read.
 * @throws ApiError
 */
export async function exportFile(namespace: string, path: readonly string[]): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await exportPlace(namespace, path));
  link.download = `${[namespace, ...path].join('-')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
