import { afterEach, describe, expect, it, vi } from 'vitest';

const cause = vi.hoisted(() => new TypeError('Failed to fetch dynamically imported module'));
vi.mock('../firebase/rest-client.ts', () => ({ restRequest: async () => ['a document'] }));
vi.mock('../config/backend.ts', () => ({
  isDemoProject: () => true,
  loadBackendConfig: () => Promise.reject(cause),
}));

describe('the base query', () => {
  afterEach(() => vi.restoreAllMocks());

  it('reads even if the network check cannot be loaded, and only logs a warning', async () => {
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { firestoreBaseQuery } = await import('./firestore-base-query.ts');
    const api = { extra: undefined } as Parameters<typeof firestoreBaseQuery>[1];
    const result = await firestoreBaseQuery({ op: 'query', path: 'products' }, api, {});
    expect(result).toEqual({ data: ['a document'] });
    await vi.waitFor(() => expect(warnings).toHaveBeenCalledWith('The network could not be checked.', cause));
  });
});
