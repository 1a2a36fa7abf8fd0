import { serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import { fetchServer } from '../processes/fetch-server.ts';

/** A codebase as the Functions emulator describes it, as far as the kit reads it. */
export interface Backend {
  /** Absolute path of its source. */
  readonly directory: string;
  readonly functionTriggers: readonly {
    readonly name: string;
    readonly region: string;
    /** Of functions that a client calls. */
    readonly httpsTrigger?: object;
    readonly secretEnvironmentVariables?: readonly { readonly key: string }[] | null;
  }[];
}

/** The servers of a stack. */
export interface StackServers {
  readonly ports: Ports;
  readonly servers: readonly string[];
}

/** The codebases that the Functions emulator of a stack has loaded; none without one. */
export async function listBackends({ ports, servers }: StackServers): Promise<readonly Backend[]> {
  if (!servers.includes('functions')) return [];
  const response = await fetchServer('The Functions emulator', `${serverUrl(ports.functions)}/backends`);
  return ((await response.json()) as { backends: readonly Backend[] }).backends;
}
