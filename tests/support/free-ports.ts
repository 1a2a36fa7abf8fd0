// Ports of stacks that suites start. Files run in parallel, so each vitest worker has its own
// ports, all of them below those of named stacks, of other listeners and of outgoing connections.
import { randomInt } from 'node:crypto';
import { isPortFree } from '../../packages/stack/src/config/free-port.ts';
import { offsetPorts, type Ports } from '../../packages/stack/src/config/ports.ts';
import { StackRegistry } from '../../packages/stack/src/stack/stack-registry.ts';
import { openShop } from './shop-project.ts';

/** The range of a stack's default ports. */
const SPAN = 5_600;
/** The offset of the first worker; more workers than these share the offsets. */
const FIRST_OFFSET = 5_000;
const WORKERS = 2;
/** The number of offsets per worker. */
const OFFSETS = 400;
/** fetch and browsers refuse to connect to it. */
const AMANDA_PORT = 10_080;

/** A port offset at which no port is in use or claimed by another stack. */
export async function findFreeOffset(): Promise<{ offset: number; ports: Ports }> {
  const worker = (Number(process.env.VITEST_POOL_ID ?? 1) - 1) % WORKERS;
  const first = FIRST_OFFSET + worker * (SPAN + OFFSETS);
  const shop = openShop();
  for (;;) {
    const offset = first + randomInt(OFFSETS);
    const ports = offsetPorts(shop, offset);
    const claimed = new Set(new StackRegistry().list().flatMap((stack) => Object.values(stack.ports)));
    const values = Object.values(ports);
    const areFree = await Promise.all(
      values.map((port) => port !== AMANDA_PORT && !claimed.has(port) && isPortFree(port)),
    );
    if (areFree.every(Boolean)) return { offset, ports };
  }
}
