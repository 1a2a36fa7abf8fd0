// Owns keeping document triggers quiet while data is replaced as a whole: a restored order must not send mail again.
import { Complaint } from '../complaint.ts';
import { serverUrl } from '../environment.ts';
import type { Ports } from '../ports.ts';

/** Runs the work with background triggers off, and turns them on again whatever happens. */
export async function withTriggersOff<T>(ports: Ports, work: () => Promise<T>): Promise<T> {
  await switchTriggers(ports, 'disableBackgroundTriggers');
  try {
    return await work();
  } finally {
    await switchTriggers(ports, 'enableBackgroundTriggers');
  }
}

async function switchTriggers(ports: Ports, action: string): Promise<void> {
  const answer = await fetch(`${serverUrl(ports.hub)}/functions/${action}`, { method: 'PUT' });
  if (!answer.ok) {
    throw new Complaint(
      `The emulator hub answered ${answer.status} to ${action}`,
      'See the output of npm start.',
    );
  }
}
