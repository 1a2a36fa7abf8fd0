// firebase-server (npm), to compare with: installed into a temporary folder, never a dependency.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Its last version, and the last one of the SDK that it runs with. */
const PACKAGES = ['firebase-server@1.1.0', 'firebase@7.24.0'];
const PORT = 5_970;
const CONNECT_INTERVAL_MS = 10;

export interface FirebaseServer {
  readonly pid: number;
  readonly host: string;
  stop(): Promise<void>;
}

/** An installed firebase-server. */
export class FirebaseServerPackage {
  readonly #folder = mkdtempSync(join(tmpdir(), 'firebase-server-'));

  /** Exits with a message if the registry cannot be reached. */
  constructor() {
    writeFileSync(join(this.#folder, 'package.json'), '{"private":true}');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--fetch-retries=1'];
    const { status } = spawnSync('npm', ['install', ...flags, ...PACKAGES], { cwd: this.#folder });
    if (status === 0) return;
    this.remove();
    console.error(`--beside needs the npm registry: npm could not install ${PACKAGES.join(' and ')}.`);
    process.exit(1);
  }

  /** Starts it, with data if given, which it reads from a file. */
  async start(data = '{}'): Promise<FirebaseServer> {
    const file = join(this.#folder, 'data.json');
    writeFileSync(file, data);
    const main = join(this.#folder, 'node_modules', 'firebase-server', 'bin', 'firebase-server.js');
    const args = [main, '--address', '127.0.0.1', '--port', String(PORT), '--file', file];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    const exited = once(child, 'exit');
    await untilConnected(child);
    return {
      pid: child.pid as number,
      host: `127.0.0.1:${PORT}`,
      async stop() {
        child.kill('SIGKILL');
        await exited;
      },
    };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

async function untilConnected(child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(PORT, '127.0.0.1');
    const isConnected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isConnected) return;
    await new Promise((resolve) => setTimeout(resolve, CONNECT_INTERVAL_MS));
  }
  throw new Error('firebase-server does not start.');
}
