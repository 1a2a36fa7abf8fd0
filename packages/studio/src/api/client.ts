// All requests of the page go to Studio's own server, which has the emulators' credentials.

/** An error response; `status` is 0 if Studio itself does not respond. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const token = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="studio-token"]')?.content ?? '';

export interface ApiRequest {
  /** Path below /api/, encoded. */
  readonly path: string;
  readonly method?: string;
  /** Sent as JSON; a Blob is sent unchanged, with its type. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request and reads its JSON response.
 * @throws ApiError
 */
export async function send(request: ApiRequest): Promise<unknown> {
  const response = await sendRaw(request);
  const text = await response.text();
  return text === '' ? {} : JSON.parse(text);
}

/**
 * Sends a request and returns the response's bytes with their type.
 * @throws ApiError
 */
export async function fetchBlob(request: ApiRequest): Promise<Blob> {
  return (await sendRaw(request)).blob();
}

function contentType(body: unknown): string {
  return body instanceof Blob ? body.type || 'application/octet-stream' : 'application/json';
}

/**
 * Sends a request; resolves with a successful response.
 * @throws ApiError
 */
export async function sendRaw(request: ApiRequest): Promise<Response> {
  const response = await exchange(request);
  if (!response.ok) throw new ApiError(response.status, await messageOf(response));
  return response;
}

/**
 * Sends a request. Resolves with any response, including errors of the receiver.
 * @throws ApiError with status 0 if Studio does not respond
 */
export async function exchange({
  path,
  method = 'GET',
  body,
  headers = {},
  signal,
}: ApiRequest): Promise<Response> {
  try {
    return await fetch(`/api/${path}`, {
      method,
      headers: {
        'x-studio-token': token(),
        ...(body === undefined ? {} : { 'content-type': contentType(body) }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiError(0, 'Studio does not respond. Is the stack still running?');
  }
}

/** `If-Match` did not match; the response is the current data. */
const PRECONDITION_FAILED = 412;

async function messageOf(response: Response): Promise<string> {
  if (response.status === PRECONDITION_FAILED) return 'The data has changed in the meantime.';
  const text = await response.text();
  try {
    const json = JSON.parse(text);
    const { error } = Array.isArray(json) ? json[0] : json;
    return typeof error === 'string' ? error : (error.message ?? text);
  } catch {
    return text.slice(0, 300) || `${response.status} ${response.statusText}`;
  }
}
