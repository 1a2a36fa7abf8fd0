import { serverUrl } from '../config/environment.ts';
import type { Project } from '../config/project.ts';
import { listBackends, type StackServers } from './loaded-functions.ts';

/** The functions of one region that clients call over HTTP. */
export interface HttpFunctions {
  /** `http://127.0.0.1:5001/demo-app/us-central1`, to which the name of a function is added. */
  readonly url: string;
  readonly names: readonly string[];
}

/** The loaded functions that clients call, callable ones among them, by region. */
export async function listHttpFunctions(
  { id }: Pick<Project, 'id'>,
  stack: StackServers,
): Promise<HttpFunctions[]> {
  const triggers = (await listBackends(stack))
    .flatMap(({ functionTriggers }) => functionTriggers)
    .filter(({ httpsTrigger }) => httpsTrigger !== undefined);
  return [...Map.groupBy(triggers, ({ region }) => region)].map(([region, ofRegion]) => ({
    url: `${serverUrl(stack.ports.functions)}/${id}/${region}`,
    names: ofRegion.map(({ name }) => name),
  }));
}
