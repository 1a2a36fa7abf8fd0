import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Runs the check with freshly loaded modules, a configured project and a fake network. */
async function checkWith(respond: (url: string) => Response, projectId = 'demo-check') {
  vi.stubEnv('VITE_PROJECT_ID', projectId);
  vi.stubEnv('VITE_FIRESTORE_EMULATOR_HOST', '127.0.0.1:1');
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { hostname: '127.0.0.1' });
  vi.stubGlobal('fetch', async (url: string) => respond(url));
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { checkStartup } = await import('./startup-check.ts');
  const passed = await checkStartup();
  const logged = error.mock.calls.map((call) => call.join(' '));
  error.mockRestore();
  return { passed, logged };
}

describe('checkStartup', () => {
  it('returns true when the network and the database respond', async () => {
    expect(await checkWith(() => Response.json([{}]))).toEqual({ passed: true, logged: [] });
  });

  it("logs 'Firebase connection failed' when the database is unavailable", async () => {
    const { passed, logged } = await checkWith((url) =>
      url.includes('runQuery')
        ? Response.json([{ error: { status: 'UNAVAILABLE', message: 'down' } }], { status: 503 })
        : new Response(),
    );
    expect(passed).toBe(false);
    expect(logged).toEqual(['Firebase connection failed down']);
  });

  it('logs the missing fields and that Firebase is not initialized when the configuration is incomplete', async () => {
    const { passed, logged } = await checkWith(() => new Response(), 'real-project');
    expect(passed).toBe(false);
    expect(logged.join(' ')).toContain(
      'Missing fields: apiKey, authDomain, storageBucket, messagingSenderId, appId',
    );
    expect(logged.join(' ')).toContain(
      'Firebase is not properly initialized. Please check your configuration.',
    );
  });
});
