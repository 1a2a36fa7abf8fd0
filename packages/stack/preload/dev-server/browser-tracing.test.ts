import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';

const SCRIPT = readFileSync(new URL('./browser-tracing.js', import.meta.url), 'utf8');
const STUDIO = 'http://127.0.0.1:4000';

/** Opens a window and runs the script in it; `respond` stands for the network. */
function openPage(respond: () => Response) {
  const warn = vi.fn<(text: string) => void>();
  const window: Record<string, unknown> = { fetch: async () => respond() };
  const sandbox = {
    ...{ window, console: { warn }, location: new URL('http://127.0.0.1:5173/list') },
    ...{ crypto, performance, Request, Headers, URL, Element: class {}, setTimeout: () => 0 },
    addEventListener: () => undefined,
    XMLHttpRequest: class {},
  };
  runInContext(
    SCRIPT.replace('%ENDPOINT%', 'http://127.0.0.1:4319').replace('%STUDIO%', STUDIO),
    createContext(sandbox),
  );
  return { fetch: window.fetch as typeof fetch, warn };
}

const denied = {
  error: {
    code: 403,
    status: 'PERMISSION_DENIED',
    details: [
      {
        '@type': 'type.googleapis.com/google.protobuf.Struct',
        value: { method: 'get', path: '/orders/o1', summary: "firestore.rules:5:21 'a == b' is false" },
      },
    ],
  },
};

describe('the console of the page', () => {
  it.each([
    ['an object', denied],
    ['a list, as of a query', [denied]],
  ])('names the line of the rules that denied a request, and links to its trace, for %s', async (_, body) => {
    const { fetch, warn } = openPage(() => Response.json(body, { status: 403 }));
    const response = await fetch(
      'http://127.0.0.1:8080/v1/projects/p/databases/(default)/documents/orders/o1',
    );
    expect(await response.json()).toEqual(body);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
    const [text = ''] = warn.mock.calls[0] ?? [];
    expect(text).toContain("Rules denied get /orders/o1: firestore.rules:5:21 'a == b' is false\n");
    expect(text).toMatch(/Trace: http:\/\/127\.0\.0\.1:4000\/traces\/[0-9a-f]{32}$/);
  });

  it.each([
    [403, 'Forbidden'],
    [403, '{"error":{"status":"PERMISSION_DENIED"}}'],
    [200, JSON.stringify(denied)],
  ])('logs nothing for a response %i with %s', async (status, body) => {
    const { fetch, warn } = openPage(() => new Response(body, { status }));
    const response = await fetch('http://127.0.0.1:8080/x');
    expect(await response.text()).toBe(body);
    // By then the copy of the body has been read.
    await new Promise((resolve) => setImmediate(resolve));
    expect(warn).not.toHaveBeenCalled();
  });
});
