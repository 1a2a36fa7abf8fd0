// Requests with exactly the headers and path that a test names; fetch would correct both.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

export interface RawRequest<Body extends string | Buffer = string> {
  readonly method?: string;
  /** Sent unmodified, including dots and escapes. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends a request to a server of this machine. `url` gives host and port only. */
export async function send(
  url: string,
  { method = 'GET', path = '/', headers = {}, body = '' }: RawRequest<string | Buffer> = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const hasLength = body !== '' && headers['transfer-encoding'] === undefined;
  const length = hasLength ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const sent = request({
    host: hostname,
    port,
    method,
    path,
    headers: { ...length, ...headers },
    agent: false,
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  // A server may close the connection before it has read all of a rejected body.
  sent.on('error', () => {});
  const chunks: Buffer[] = await response.toArray();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString(),
  };
}
