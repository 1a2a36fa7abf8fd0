// The patch, applied to the installed firebase-tools.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { applyPatches } from '../apply-patches.ts';
import { triggerEnabling } from './trigger-enabling.ts';

interface TriggerRecord {
  readonly def: { readonly entryPoint: string; readonly eventTrigger?: object };
  enabled: boolean;
}

/** The parts of the emulator that the patch and the two methods use. */
interface Emulator {
  readonly triggers: Record<string, TriggerRecord>;
  readonly loads: string[];
  disableBackgroundTriggers(): Promise<void>;
  reloadTriggers(): Promise<void>;
}

let firebaseTools: ReturnType<typeof applyPatches>;
let prototype: object;

beforeAll(() => {
  firebaseTools = applyPatches(triggerEnabling.modules);
  prototype = firebaseTools('./lib/emulator/functionsEmulator.js').FunctionsEmulator.prototype;
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
  it('are enabled again without reloading functions, and no others are', async () => {
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

  it('are not loaded by a request to enable them if there were none to disable', async () => {
    const emulator = createEmulator();
    delete emulator.triggers.onOrder;
    await emulator.disableBackgroundTriggers();
    await emulator.reloadTriggers();
    expect(emulator.loads).toEqual([]);
  });

  it('are loaded by a request to enable them if none are disabled', async () => {
    const emulator = createEmulator();
    await emulator.reloadTriggers();
    expect(emulator.loads).toEqual(['backend']);
  });
});

it('an event of a file stored while triggers are disabled is dropped, however late it is sent', async () => {
  const { EmulatorRegistry } = firebaseTools('./lib/emulator/registry.js');
  const { StorageCloudFunctions } = firebaseTools('./lib/emulator/storage/cloudFunctions.js');
  const emulator = createEmulator();
  vi.spyOn(EmulatorRegistry, 'get').mockReturnValue(emulator);
  const sent: string[] = [];
  const events = Object.assign(Object.create(StorageCloudFunctions.prototype), {
    enabled: true,
    createLegacyEventRequestBody: (_action: string, name: string) => name,
    createCloudEventRequestBody: (_action: string, name: string) => name,
    client: { post: async (_path: string, name: string) => ({ status: sent.push(name) && 200 }) },
  });
  await emulator.disableBackgroundTriggers();
  await events.dispatch('finalize', 'restored');
  await emulator.reloadTriggers();
  await events.dispatch('finalize', 'new');
  expect(sent).toEqual(['new', 'new']);
});
