import { type EmulatorUnderTest, startSavepoint } from '../conformance/emulator-under-test.ts';
import { type GoogleEmulator, startGoogleEmulator } from '../support/google-emulator.ts';
import { Server } from './server.ts';

const MAX_RESTARTS = 5;
/**
 * Java's optimizing compiler takes about half the CPU time of a run of a few minutes, and its
 * parallel collectors gain nothing on such a small heap.
 */
const JAVA_FLAGS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Both servers. Either is restarted if it died or hangs, so that the rest of a run counts. */
export class ServerPair {
  #ours: { readonly process: EmulatorUnderTest; readonly server: Server } | undefined;
  #google: { readonly process: GoogleEmulator; readonly server: Server } | undefined;
  #restarts = 0;
  #restarting: Promise<void> | undefined;
  readonly #startGoogle: () => Promise<GoogleEmulator>;
  readonly #flags: readonly string[];

  private constructor(startGoogle: () => Promise<GoogleEmulator>, flags: readonly string[]) {
    this.#startGoogle = startGoogle;
    this.#flags = flags;
  }

  /**
   * Starts the jar and our emulator, with `flags` for it. Rejects if one of them does not start.
   */
  static async start(
    jar: string,
    port: number | undefined,
    flags: readonly string[] = [],
  ): Promise<ServerPair> {
    const pair = new ServerPair(
      () => startGoogleEmulator({ jar, javaFlags: JAVA_FLAGS, ...(port === undefined ? {} : { port }) }),
      flags,
    );
    const opened = await Promise.allSettled([pair.#openGoogle(), pair.#openOurs()]);
    const failed = opened.find((result) => result.status === 'rejected');
    if (failed === undefined) return pair;
    await pair.stop();
    throw failed.reason;
  }

  get ours(): Server {
    return this.#ours?.server as Server;
  }

  get google(): Server {
    return this.#google?.server as Server;
  }

  async #openGoogle(): Promise<void> {
    const process = await this.#startGoogle();
    const server = new Server('google', `127.0.0.1:${process.port}`);
    this.#google = { process, server };
    await server.warmUp();
  }

  async #openOurs(): Promise<void> {
    const process = await startSavepoint(this.#flags);
    this.#ours = { process, server: new Server('savepoint', process.host) };
  }

  /**
   * Replaces a server that died or no longer responds. `failed` is the caller's server: if it has
   * already been replaced, nothing happens. Rejects if servers have been replaced too often.
   */
  async replace(failed: Server): Promise<void> {
    await this.#restarting;
    if (failed !== this.ours && failed !== this.google) return;
    this.#restarting = this.#restart(failed);
    await this.#restarting;
  }

  async #restart(failed: Server): Promise<void> {
    if (await failed.isResponsive().catch(() => false)) return;
    if (++this.#restarts > MAX_RESTARTS)
      throw new Error(`${failed.name} failed ${MAX_RESTARTS} times; the run ends here.`);
    if (failed === this.google) {
      await this.#google?.process.stop();
      await this.#openGoogle();
    } else {
      await this.#ours?.process.close();
      await this.#openOurs();
    }
  }

  /** Ends both processes. */
  async stop(): Promise<void> {
    await Promise.all([this.#google?.process.stop(), this.#ours?.process.close()]);
  }
}
