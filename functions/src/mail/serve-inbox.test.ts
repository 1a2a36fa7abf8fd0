import { describe, expect, it, vi } from 'vitest';
import { renderInboxPage, type StoredMail } from './inbox-page.ts';
import { serveInbox } from './serve-inbox.ts';

const mail: StoredMail = {
  id: 'order-1-paid',
  to: ['ada@example.com'],
  message: { subject: 'Order <1>', text: 'Hello', html: '<html><head></head><body>Hello</body></html>' },
  createdAt: new Date('2026-11-01T12:00:00Z'),
};

function fakeResponse() {
  const response = {
    status: vi.fn(() => response),
    set: vi.fn(() => response),
    send: vi.fn(() => response),
    json: vi.fn(() => response),
  };
  return response;
}

const serve = async (isEnabled: boolean, query: Record<string, string> = {}, { method = 'GET' } = {}) => {
  const response = fakeResponse();
  const readMails = vi.fn(async () => [mail]);
  const readTemplates = vi.fn(async () => [{ ...mail, message: { ...mail.message, subject: 'A sample' } }]);
  const options = { isEnabled, imageOrigins: ['https://shop.test'], readMails, readTemplates };
  await serveInbox(options, { method, query }, response as never);
  return { response, readMails, readTemplates };
};

describe('serveInbox', () => {
  it.each([{}, { format: 'json' }])(
    'responds with 404 and reads no email where it is disabled (%j)',
    async (query) => {
      const { response, readMails } = await serve(false, query);
      expect(response.status).toHaveBeenCalledWith(404);
      expect(readMails).not.toHaveBeenCalled();
      expect(response.json).not.toHaveBeenCalled();
    },
  );

  it('sends a page that escapes subjects and forbids scripts', async () => {
    const { response } = await serve(true);
    expect(response.set).toHaveBeenCalledWith(
      expect.objectContaining({ 'Content-Security-Policy': expect.stringContaining("default-src 'none'") }),
    );
    expect(response.send).toHaveBeenCalledWith(expect.stringContaining('<h2>Order &lt;1&gt;</h2>'));
  });

  it.each([{}, { format: 'json' }])(
    'forbids other pages to embed the emails and caches to keep them (%j)',
    async (query) => {
      const { response } = await serve(true, query);
      expect(response.set).toHaveBeenCalledWith(
        expect.objectContaining({
          'Content-Security-Policy': expect.stringContaining("frame-ancestors 'none'"),
          'Cross-Origin-Resource-Policy': 'same-origin',
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
        }),
      );
    },
  );

  it('allows only the origin of the local dashboard to frame it', async () => {
    const response = fakeResponse();
    const options = {
      isEnabled: true,
      frameAncestor: 'http://127.0.0.1:4000',
      readMails: async () => [mail],
      readTemplates: async () => [],
    };
    const request = { method: 'GET', query: {} };
    await serveInbox(options, request, response as never);
    expect(response.set).toHaveBeenCalledWith(
      expect.objectContaining({
        'Content-Security-Policy': expect.stringMatching(/; frame-ancestors http:\/\/127\.0\.0\.1:4000$/),
      }),
    );
  });

  it('gives a long email a frame of its full height, with the button at its end', () => {
    const heightOf = (text: string) =>
      Number(/ height="(\d+)"/.exec(renderInboxPage([{ ...mail, message: { ...mail.message, text } }]))?.[1]);
    expect(heightOf('Hello')).toBeLessThan(320);
    // The confirmation of an order of twelve lines is about 900 pixels high.
    expect(heightOf(Array.from({ length: 24 }, () => 'One line').join('\n'))).toBeGreaterThan(850);
  });

  it('shows every kind of email with ?view=templates, without reading emails', async () => {
    const { response, readMails } = await serve(true, { view: 'templates' });
    expect(response.send).toHaveBeenCalledWith(expect.stringContaining('<h2>A sample</h2>'));
    expect(readMails).not.toHaveBeenCalled();
    const { readTemplates } = await serve(false, { view: 'templates' });
    expect(readTemplates).not.toHaveBeenCalled();
  });

  it('shows pictures of the shop, but of no other site', async () => {
    const { response } = await serve(true);
    expect(response.set).toHaveBeenCalledWith(
      expect.objectContaining({
        'Content-Security-Policy': expect.stringContaining('img-src https://shop.test;'),
      }),
    );
  });

  it('sends the documents with ?format=json', async () => {
    const { response } = await serve(true, { format: 'json' });
    expect(response.json).toHaveBeenCalledWith([mail]);
  });

  it.each(['POST', 'DELETE'])('responds with 405 to %s and reads no email', async (method) => {
    const { response, readMails } = await serve(true, {}, { method });
    expect(response.status).toHaveBeenCalledWith(405);
    expect(response.set).toHaveBeenCalledWith('Allow', 'GET, HEAD');
    expect(readMails).not.toHaveBeenCalled();
  });
});
