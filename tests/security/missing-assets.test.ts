import { describe, expect, it } from 'vitest';

function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run \`npm test security\`.`);
  return value;
}

const get = (path: string) => fetch(new URL(path, requireEnv('SAVEPOINT_HOSTING_URL')));

describe('Hosting', () => {
  it.each(['/assets/index-gone.js', '/assets/index-gone.css', '/assets/a/b.woff2', '/art/gone.webp'])(
    'answers %s, which is missing, with 404 and does not let it be cached',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('serves a built script with its own content type, cached as immutable', async () => {
    const shell = await (await get('/shell')).text();
    const script = /<script type="module"[^>]*\ssrc="([^"]+)"/.exec(shell)?.[1];
    const response = await get(script as string);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/no-such-page', '/account/orders/some-order', '/assetsx/y'])(
    'answers %s, which may be a route, with the app shell',
    async (path) => {
      const response = await get(path);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await response.text()).toContain('id="root"');
    },
  );
});
