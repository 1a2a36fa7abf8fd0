// Owns the answer to "who holds this port?": /proc on Linux, lsof elsewhere. It must not end that process.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';

/** `process 123 (node server.js)`, or undefined when the system does not tell. */
export function findPortOwner(port: number): string | undefined {
  return process.platform === 'linux' ? ownerFromProc(port) : ownerFromLsof(port);
}

function ownerFromProc(port: number): string | undefined {
  const inodes = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningInodes(table, port)),
  );
  if (inodes.size === 0) return undefined;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (holdsSocket(pid, inodes)) return describe(pid);
  }
  return undefined;
}

/** A row of /proc/net/tcp: `sl local_address rem_address st ... inode`, the port in hexadecimal after the colon. */
function listeningInodes(table: string, port: number): string[] {
  return readOrDefault(() => readFileSync(table, 'utf8'), '')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(
      (columns) => columns[3] === LISTENING && Number.parseInt(columns[1]?.split(':')[1] ?? '', 16) === port,
    )
    .map((columns) => columns[9] as string);
}

function holdsSocket(pid: string, inodes: ReadonlySet<string>): boolean {
  const descriptors = readOrDefault(() => readdirSync(`/proc/${pid}/fd`), [] as string[]);
  return descriptors.some((descriptor) => {
    const target = readOrDefault(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`), '');
    return inodes.has(target.slice('socket:['.length, -1));
  });
}

function describe(pid: string): string {
  const command = readOrDefault(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '');
  return `process ${pid} (${command.replaceAll('\0', ' ').trim()})`;
}

function ownerFromLsof(port: number): string | undefined {
  const found = spawnSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { encoding: 'utf8' });
  const [pid, command] = (found.stdout ?? '').split('\n');
  return pid?.startsWith('p') ? `process ${pid.slice(1)} (${command?.slice(1) ?? 'unknown'})` : undefined;
}

/** /proc changes under the reader: what vanished or is not ours counts as absent. */
function readOrDefault<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
