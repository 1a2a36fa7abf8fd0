// The resident memory of a process and its descendants, by what they are. Linux only.
import { readFileSync } from 'node:fs';
import { descendants } from '../../start/kit-process.ts';

/** Roles by what the command line contains, the first that applies. */
const ROLES: readonly (readonly [role: string, pattern: RegExp])[] = [
  ['functions workers', /functionsEmulatorRuntime/],
  ['firebase-tools', /firebase-tools\/lib\/bin\/firebase/],
  ['Firestore', /savepoint-firestore|emulator\/firestore/],
  ['event log', /event-log\/(src|dist)/],
  ['Studio', /kit\/studio\//],
  ['dev server', /vite|esbuild/],
  ['payment and feed emulators', /--webhook-url/],
  ['kit', /kit\/(src|bin)\//],
];
const OTHERS = 'others';

export interface RoleMemory {
  readonly processes: number;
  readonly megabytes: number;
}

/** Memory by role, the largest first. */
export function memoryByRole(root: number): ReadonlyMap<string, RoleMemory> {
  const roles = new Map<string, RoleMemory>();
  for (const pid of descendants(root)) {
    const read = readProcess(pid);
    if (read === undefined) continue;
    const role = ROLES.find(([, pattern]) => pattern.test(read.command))?.[0] ?? OTHERS;
    const { processes = 0, megabytes = 0 } = roles.get(role) ?? {};
    roles.set(role, { processes: processes + 1, megabytes: megabytes + read.megabytes });
  }
  return new Map([...roles].toSorted(([, one], [, other]) => other.megabytes - one.megabytes));
}

export function totalMegabytes(roles: ReadonlyMap<string, RoleMemory>): number {
  return [...roles.values()].reduce((sum, { megabytes }) => sum + megabytes, 0);
}

function readProcess(pid: number): { command: string; megabytes: number } | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { command, megabytes: Number(kilobytes ?? 0) / 1024 };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
