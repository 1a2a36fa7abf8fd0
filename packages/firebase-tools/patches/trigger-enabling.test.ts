// The patch, applied to the installed firebase-tools.
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';

interface TriggerRecord {
  readonly def: { readonly entryPoint: string; readonly eventTrigger?: object };
  enabled: boolean;
}

/** What the patch and the two methods use of the emulator. */
interface Emulator {
  readonly triggers: Record<string, TriggerRecord>;
  readonly loads: string[];
  disableBackgroundTriggers(): Promise<void>;
  reloadTriggers(): Promise<void>;
}

const require = createRequire(import.meta.url);
const MODULE = '../../../node_modules/firebase-tools/lib/emulator/functionsEmulator.js';
let prototype: object;

beforeAll(() => {
  const patch = require('./trigger-enabling.cjs');
  const emulator = require(MODULE);
  for (const [expected, holds] of Object.entries<(module: object) => boolean>(patch.expected)) {
    expect(holds(emulator), expected).toBe(true);
  }
  patch.apply(emulator);
  prototype = emulator.FunctionsEmulator.prototype;
});

function createEmulator(): Emulator {
  const loads: string[] = [];
  return Object.assign(Object.create(prototype), {
    triggers: {
      onOrder: { def: { entryPoint: 'onOrder', eventTrigger: {} }, enabled: true },
      onFailed: { def: { entryPoint: 'onFailed', eventTrigger: {} }, enabled: false },
      hello: { def: { entryPoint: 'hello' }, enabled: true },
    },
    loads,
    staticBackends: ['backend'],
    dynamicBackends: [],
    logger: { logLabeled: () => undefined },
    workQueue: { flush: async () => undefined },
    loadTriggers: async (backend: string) => void loads.push(backend),
    performPostLoadOperations: async () => undefined,
  });
}

const enabledOf = ({ triggers }: Emulator) => Object.keys(triggers).filter((key) => triggers[key]?.enabled);

describe('background triggers that the hub disables', () => {
  it('are enabled again without loading the functions, and no others', async () => {
    const emulator = createEmulator();
    await emulator.disableBackgroundTriggers();
    expect(enabledOf(emulator)).toEqual(['hello']);
    await emulator.reloadTriggers();
    expect(enabledOf(emulator)).toEqual(['onOrder', 'hello']);
    expect(emulator.loads).toEqual([]);
  });

  it('are enabled by one request after two that disabled them', async () => {
    const emulator = createEmulator();
    await emulator.disableBackgroundTriggers();
    await emulator.disableBackgroundTriggers();
    await emulator.reloadTriggers();
    expect(enabledOf(emulator)).toEqual(['onOrder', 'hello']);
  });

  it('are loaded by a request to enable them when none are disabled', async () => {
    const emulator = createEmulator();
    await emulator.reloadTriggers();
    expect(emulator.loads).toEqual(['backend']);
  });
});
