import { expect, it } from 'vitest';
import { syncProducts } from './sync-functions.ts';

it('syncProducts rejects with failed-precondition when no shop platform is connected', async () => {
  const auth = { uid: 'root', token: { admin: true } };
  await expect(syncProducts.run({ data: {}, auth, rawRequest: {} } as never)).rejects.toMatchObject({
    code: 'failed-precondition',
    message: expect.stringContaining('No shop platform is connected'),
  });
});
