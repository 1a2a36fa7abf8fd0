import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state LISTEN in /proc/net/tcp. */
const TCP_LISTEN = '0A';

/**
 * Describes the process that listens on a port: `process 123 (node server.js)`. Returns undefined
 * when there is none or the system hides it.
 */
export function findPortOwner(port: number): string | undefined {
  return process.platform === 'linux' ? ownerFromProc(port) : ownerFromLsof(port);
}

function ownerFromProc(port: number): string | undefined {
  const inodes = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningInodes(table, port)),
  );
  if (inodes.size === 0) return undefined;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (ownsSocket(pid, inodes)) return describe(pid);
  }
  return undefined;
}

/**
 * A row of /proc/net/tcp is `sl local_address rem_address st ... inode`, with the port in
 * hexadecimal after the colon.
 */
function listeningInodes(table: string, port: number): string[] {
  return readOrDefault(() => readFileSync(table, 'utf8'), '')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(
      (columns) => columns[3] === TCP_LISTEN && Number.parseInt(columns[1]?.split(':')[1] ?? '', 16) === port,
    )
    .map((columns) => columns[9] as string);
}

function ownsSocket(pid: string, inodes: ReadonlySet<string>): boolean {
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

/** /proc changes while it is read: entries that vanish or cannot be read count as absent. */
function readOrDefault<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
