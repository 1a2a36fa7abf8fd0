import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The check in a fresh module world, with a configured demo project or none, and a network that answers as told. */
async function checkWith(answer: (url: string) => Response, projectId = 'demo-check') {
  vi.stubEnv('VITE_PROJECT_ID', projectId);
  vi.stubEnv('VITE_FIRESTORE_EMULATOR_HOST', '127.0.0.1:1');
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { checkStartup } = await import('./startup-check.ts');
  const passed = await checkStartup();
  const said = error.mock.calls.map((call) => call.join(' '));
  error.mockRestore();
  return { passed, said };
}

describe('startup check', () => {
  it('passes when the network and the database answer', async () => {
    expect(await checkWith(() => Response.json([{}]))).toEqual({ passed: true, said: [] });
  });

  it("says 'Firebase connection failed' when the database does not answer", async () => {
    const { passed, said } = await checkWith((url) =>
      url.includes('runQuery')
        ? Response.json([{ error: { status: 'UNAVAILABLE', message: 'down' } }], { status: 503 })
        : new Response(),
    );
    expect(passed).toBe(false);
    expect(said).toEqual(['Firebase connection failed down']);
  });

  it('names the missing fields and that the database is not initialized without a configuration', async () => {
    const { passed, said } = await checkWith(() => new Response(), 'real-project');
    expect(passed).toBe(false);
    expect(said.join(' ')).toContain(
      'Missing fields: apiKey, authDomain, storageBucket, messagingSenderId, appId',
    );
    expect(said.join(' ')).toContain(
      'Firebase is not properly initialized. Please check your configuration.',
    );
  });
});
