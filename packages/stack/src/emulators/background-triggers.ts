import { serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import { UserError } from '../user-error.ts';

/**
 * Runs the task with background triggers disabled, and always enables them again. Otherwise
 * restoring documents from a snapshot would trigger functions again, for example to send an email.
 * Without functions there are no triggers.
 */
export async function withTriggersDisabled<T>(
  { ports, servers }: { readonly ports: Pick<Ports, 'hub'>; readonly servers: readonly string[] },
  task: () => Promise<T>,
): Promise<T> {
  if (!servers.includes('functions')) return task();
  await callEmulatorHub(ports, 'disableBackgroundTriggers');
  try {
    return await task();
  } finally {
    await callEmulatorHub(ports, 'enableBackgroundTriggers');
  }
}

async function callEmulatorHub(ports: Pick<Ports, 'hub'>, action: string): Promise<void> {
  const response = await fetchServer('The emulator hub', `${serverUrl(ports.hub)}/functions/${action}`, {
    method: 'PUT',
  });
  if (!response.ok) {
    throw new UserError(
      `The emulator hub returned ${response.status} for ${action}`,
      'See the output of the stack.',
    );
  }
}
