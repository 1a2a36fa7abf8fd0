import { buildWebAppIfStale, hasWebApp } from '../builds/web-app.ts';
import type { Ports } from '../config/ports.ts';
import { SITE_FOLDER } from '../config/repository.ts';
import { resetData } from '../data/reset-data.ts';
import { hasServiceEmulator } from '../emulators/service-emulators.ts';
import type { Run } from '../processes/run.ts';
import { type Stack, startStack } from '../stack/stack.ts';

const MAX_LINES = 2000;

/** The stack of a test run: started when the first suite needs it, reset to its initial data before each further one. */
export class TestStack {
  readonly ports: Ports;
  readonly #run: Run;
  readonly #shopUrl: string;
  readonly #lines: string[] = [];
  #stack: Promise<Stack> | undefined;

  constructor(run: Run, ports: Ports, shopUrl: string) {
    this.#run = run;
    this.ports = ports;
    this.#shopUrl = shopUrl;
  }

  /** Starts or resets the stack and returns its environment. */
  async ready(): Promise<Readonly<Record<string, string>>> {
    if (this.#stack === undefined) {
      this.#stack = this.#start();
      return (await this.#stack).environment;
    }
    const { environment } = await this.#stack;
    await resetData(this.#run, this.ports, environment);
    return environment;
  }

  /** The last lines that the servers printed. */
  output(): string {
    return this.#lines.join('\n');
  }

  /** Stops the watchers of the stack; its processes end with the run. */
  stop(): void {
    this.#stack?.then((stack) => stack.stop()).catch(() => undefined);
  }

  async #start(): Promise<Stack> {
    if (hasWebApp()) await buildWebAppIfStale({ run: this.#run, onLine: () => undefined });
    return startStack({
      run: this.#run,
      ports: this.ports,
      shopUrl: this.#shopUrl,
      hostingFolder: SITE_FOLDER,
      shopify: hasServiceEmulator('shopify'),
      onLine: (server, line) => {
        this.#lines.push(`${server}: ${line}`);
        if (this.#lines.length > MAX_LINES) this.#lines.shift();
      },
    });
  }
}
