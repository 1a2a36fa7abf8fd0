import { HttpsError } from 'firebase-functions/https';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { callable } from './callable.ts';

vi.mock('firebase-functions', () => ({ logger: { error: vi.fn() } }));

type Access = 'public' | 'signed-in' | 'editCatalogue';

/** Calls a callable that returns its request, or rejects with `failure`. */
function call(options: { access?: Access; auth?: object; data?: unknown; failure?: unknown }) {
  const { access = 'public', auth, data = { quantity: 1 }, failure } = options;
  const { run } = callable({
    name: 'test',
    access,
    schema: z.strictObject({ quantity: z.int() }),
    handle: async (request) => {
      if (failure !== undefined) throw failure;
      return request;
    },
  });
  return run({ data, auth, rawRequest: { ip: '127.0.0.1' } } as never);
}

const shopper = { uid: 'ada', token: {} };
const admin = { uid: 'root', token: { admin: true } };

describe('callable', () => {
  it.each<[Access, object | undefined]>([
    ['public', undefined],
    ['signed-in', shopper],
    ['editCatalogue', admin],
    ['editCatalogue', { uid: 'ed', token: { role: 'editor' } }],
  ])('handles the request of a caller who has its access: %s', async (access, auth) => {
    expect(await call({ access, auth: auth as object })).toEqual({ quantity: 1 });
  });

  it.each<[Access, object | undefined, string]>([
    ['signed-in', undefined, 'unauthenticated'],
    ['editCatalogue', undefined, 'unauthenticated'],
    ['editCatalogue', shopper, 'permission-denied'],
    ['editCatalogue', { uid: 'eve', token: { admin: 'true' } }, 'permission-denied'],
    ['editCatalogue', { uid: 'pat', token: { role: 'packer' } }, 'permission-denied'],
    ['editCatalogue', { uid: 'pat', token: { role: 'packer', admin: true } }, 'permission-denied'],
  ])('requires %s access, and rejects the caller %j with %s', async (access, auth, code) => {
    await expect(call({ access, auth: auth as object })).rejects.toMatchObject({ code });
  });

  it('rejects data that does not match the schema with invalid-argument and the field', async () => {
    await expect(call({ data: { quantity: 0.5 } })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'quantity must be a whole number.',
      details: { field: 'quantity' },
    });
  });

  it('passes an HttpsError of the use case to the client', async () => {
    const failure = new HttpsError('not-found', 'There is no such order.');
    await expect(call({ failure })).rejects.toBe(failure);
  });

  it.each([4, 10])(
    "rejects with aborted for Firestore's gRPC code %i, which means contention",
    async (code) => {
      const failure = Object.assign(new Error('too much contention'), { code });
      await expect(call({ failure })).rejects.toMatchObject({ code: 'aborted' });
    },
  );

  it('rejects an unexpected error with internal and without details', async () => {
    const failure = new Error('secret path /srv');
    await expect(call({ failure })).rejects.toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('secret'),
    });
  });
});
