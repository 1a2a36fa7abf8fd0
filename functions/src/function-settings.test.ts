import { describe, expect, it } from 'vitest';
import { EXCEPTIONS, functionSettings } from './config/function-settings.ts';
import * as functions from './index.ts';

/** The deployment settings of a function, as firebase-tools reads them. */
interface Endpoint {
  readonly maxInstances?: number;
  readonly concurrency?: number;
  readonly availableMemoryMb?: number;
  readonly timeoutSeconds?: number;
}

const MEGABYTES = { '256MiB': 256, '512MiB': 512, '1GiB': 1024 };

describe('functionSettings', () => {
  it.each(Object.entries(functions))('equal the settings that %s is deployed with', (name, deployed) => {
    const { maxInstances, concurrency, availableMemoryMb, timeoutSeconds } = (
      deployed as unknown as { readonly __endpoint: Endpoint }
    ).__endpoint;
    const { memory, ...others } = functionSettings(name);
    expect({ maxInstances, concurrency, timeoutSeconds }).toEqual(others);
    expect(availableMemoryMb).toBe(MEGABYTES[memory as keyof typeof MEGABYTES]);
  });

  it('have no line for an unknown function, or that repeats a default', () => {
    expect(Object.keys(EXCEPTIONS).filter((name) => !(name in functions))).toEqual([]);
    const defaults = functionSettings('of nothing');
    for (const exception of Object.values(EXCEPTIONS))
      for (const [key, value] of Object.entries(exception))
        expect(value).not.toBe(defaults[key as keyof typeof defaults]);
  });
});
