import { serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import { UserError } from '../user-error.ts';

/**
 * Runs the task with background triggers disabled and enables them again in any case. Without this, restoring an order from a snapshot
 * would send its emails again.
 */
export async function withTriggersDisabled<T>(ports: Ports, task: () => Promise<T>): Promise<T> {
  await callEmulatorHub(ports, 'disableBackgroundTriggers');
  try {
    return await task();
  } finally {
    await callEmulatorHub(ports, 'enableBackgroundTriggers');
  }
}

async function callEmulatorHub(ports: Ports, action: string): Promise<void> {
  const response = await fetch(`${serverUrl(ports.hub)}/functions/${action}`, { method: 'PUT' });
  if (!response.ok) {
    throw new UserError(
      `The emulator hub returned ${response.status} for ${action}`,
      'See the output of npm start.',
    );
  }
}
