// Owns keeping document triggers quiet while data is replaced as a whole: a restored order must not send mail again.

import { serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import { UserError } from '../user-error.ts';

/** Runs the work with background triggers off, and turns them on again whatever happens. */
export async function withTriggersDisabled<T>(ports: Ports, work: () => Promise<T>): Promise<T> {
  await callEmulatorHub(ports, 'disableBackgroundTriggers');
  try {
    return await work();
  } finally {
    await callEmulatorHub(ports, 'enableBackgroundTriggers');
  }
}

async function callEmulatorHub(ports: Ports, action: string): Promise<void> {
  const answer = await fetch(`${serverUrl(ports.hub)}/functions/${action}`, { method: 'PUT' });
  if (!answer.ok) {
    throw new UserError(
      `The emulator hub answered ${answer.status} to ${action}`,
      'See the output of npm start.',
    );
  }
}
