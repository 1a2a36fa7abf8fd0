import { buildWebAppIfStale } from '../builds/web-app.ts';
import type { Ports } from '../config/ports.ts';
import { getProject, statePath } from '../config/project.ts';
import { dataPorts, resetData } from '../data/reset-data.ts';
import type { DataPorts } from '../data/stack-data.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import type { Run } from '../processes/run.ts';
import { type Stack, startStack } from '../stack/stack.ts';

const MAX_LINES = 2000;

/** The stack of a test run: started when the first suite needs it, reset to its initial data before each further one. */
export class TestStack {
  readonly ports: Ports;
  readonly #run: Run;
  readonly #appUrl: string;
  readonly #lines: string[] = [];
  #stack: Promise<Stack> | undefined;

  constructor(run: Run, ports: Ports, appUrl: string) {
    this.#run = run;
    this.ports = ports;
    this.#appUrl = appUrl;
  }

  /** Starts or resets the stack and returns its environment. */
  async ready(): Promise<Readonly<Record<string, string>>> {
    if (this.#stack === undefined) {
      this.#stack = this.#start();
      return (await this.#stack).environment;
    }
    const stack = await this.#stack;
    await resetData(this.#run, stack);
    return stack.environment;
  }

  /** The ports of those of its servers that store data. */
  dataPorts(): DataPorts {
    return dataPorts({ ports: this.ports, servers: selectEmulators() });
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
    await buildWebAppIfStale({ run: this.#run, onLine: () => undefined });
    return startStack({
      run: this.#run,
      ports: this.ports,
      appUrl: this.#appUrl,
      services: getProject().config.suites?.services ?? [],
      // Apart from those of the command start: each folder has its last ten.
      eventLogFolder: statePath('event-log', 'tests'),
      onLine: (server, line) => {
        this.#lines.push(`${server}: ${line}`);
        if (this.#lines.length > MAX_LINES) this.#lines.shift();
      },
    });
  }
}
