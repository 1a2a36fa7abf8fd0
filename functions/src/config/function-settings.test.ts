import { describe, expect, it } from 'vitest';
import * as functions from '../index.ts';
import { EXCEPTIONS, functionSettings } from './function-settings.ts';

/** What firebase-tools reads of a function when it deploys. */
interface Endpoint {
  readonly maxInstances?: number;
  readonly concurrency?: number;
  readonly availableMemoryMb?: number;
  readonly timeoutSeconds?: number;
}

const MEGABYTES = { '256MiB': 256, '512MiB': 512, '1GiB': 1024 };

describe('functionSettings', () => {
  it.each(Object.entries(functions))('are those that %s is deployed with', (name, deployed) => {
    const { maxInstances, concurrency, availableMemoryMb, timeoutSeconds } = (
      deployed as unknown as { readonly __endpoint: Endpoint }
    ).__endpoint;
    const { memory, ...others } = functionSettings(name);
    expect({ maxInstances, concurrency, timeoutSeconds }).toEqual(others);
    expect(availableMemoryMb).toBe(MEGABYTES[memory as keyof typeof MEGABYTES]);
  });

  it('have no line for a function that does not exist, or for what is the default', () => {
    expect(Object.keys(EXCEPTIONS).filter((name) => !(name in functions))).toEqual([]);
    const defaults = functionSettings('of nothing');
    for (const exception of Object.values(EXCEPTIONS))
      for (const [key, value] of Object.entries(exception))
        expect(value).not.toBe(defaults[key as keyof typeof defaults]);
  });
});
