// The resident memory of a process and its descendants, by role. Linux only.
import { readFileSync } from 'node:fs';
import { descendants } from '../../start/kit-process.ts';

/** Roles by a part of the command line; the first match applies. */
const ROLES: readonly (readonly [role: string, pattern: RegExp])[] = [
  ['functions workers', /functionsEmulatorRuntime/],
  ['firebase-tools', /firebase-tools\/lib\/bin\/firebase/],
  ['Firestore', /savepoint-firestore|emulator\/firestore/],
  ['event log', /event-log\/(src|dist)/],
  ['Studio', /kit\/studio\//],
  ['dev server', /vite|esbuild/],
  ['payment and feed emulators', /--webhook-url/],
  ['kit', /packages\/savepoint\/(src|bin)\//],
];
const OTHERS = 'others';

export interface RoleMemory {
  readonly processes: number;
  /** Resident: pages that processes share, such as those of Node itself, count for each process. */
  readonly megabytes: number;
  /** Shared pages are divided among their processes. */
  readonly proportionalMegabytes: number;
}

/** Memory by role, the largest first. */
export function memoryByRole(root: number): ReadonlyMap<string, RoleMemory> {
  const roles = new Map<string, RoleMemory>();
  for (const pid of descendants(root)) {
    const read = readProcess(pid);
    if (read === undefined) continue;
    const role = ROLES.find(([, pattern]) => pattern.test(read.command))?.[0] ?? OTHERS;
    const { processes = 0, megabytes = 0, proportionalMegabytes = 0 } = roles.get(role) ?? {};
    roles.set(role, {
      processes: processes + 1,
      megabytes: megabytes + read.megabytes,
      proportionalMegabytes: proportionalMegabytes + read.proportionalMegabytes,
    });
  }
  return new Map([...roles].toSorted(([, one], [, other]) => other.megabytes - one.megabytes));
}

export function totalMegabytes(
  roles: ReadonlyMap<string, RoleMemory>,
  measure: 'megabytes' | 'proportionalMegabytes' = 'megabytes',
): number {
  return [...roles.values()].reduce((sum, role) => sum + role[measure], 0);
}

function readProcess(pid: number) {
  try {
    const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const megabytesOf = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(memory)?.[1] ?? 0) / 1024;
    return {
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      megabytes: megabytesOf('Rss'),
      proportionalMegabytes: megabytesOf('Pss'),
    };
  } catch {
    // Meanwhile it has ended.
    return undefined;
  }
}
