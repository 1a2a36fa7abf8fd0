import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { sendCompressed } from './send-compressed.ts';

async function send(accepts: string[], text: string) {
  const response = {
    vary: vi.fn(),
    set: vi.fn(() => response),
    send: vi.fn((_body: string | Buffer) => response),
  };
  const request = {
    acceptsEncodings: (encoding: string) => (accepts.includes(encoding) ? encoding : false),
  };
  await sendCompressed(request as never, response as never, text);
  return { response, body: response.send.mock.calls[0]?.[0] };
}

const TEXT = '<p>Größe</p>'.repeat(1000);

describe('sendCompressed', () => {
  it('sends gzip to a client that accepts it', async () => {
    const { response, body } = await send(['gzip', 'br'], TEXT);
    expect(response.set).toHaveBeenCalledWith('Content-Encoding', 'gzip');
    expect(gunzipSync(body as Buffer).toString('utf8')).toBe(TEXT);
    expect((body as Buffer).length).toBeLessThan(TEXT.length / 10);
  });

  it('sends the text as it is to a client that does not accept gzip', async () => {
    const { response, body } = await send(['br'], TEXT);
    expect(response.set).not.toHaveBeenCalled();
    expect(body).toBe(TEXT);
  });

  it.each([[['gzip']], [[]]])('varies by Accept-Encoding for caches (accepted: %j)', async (accepts) => {
    const { response } = await send(accepts, TEXT);
    expect(response.vary).toHaveBeenCalledWith('Accept-Encoding');
  });
});
