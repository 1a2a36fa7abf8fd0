/** A response of the REST API. */
export interface RestResponse {
  readonly status: number;
  readonly body: {
    readonly error?: { readonly code: number; readonly status: string; readonly message: string };
    readonly receivedMessages?: readonly {
      readonly ackId: string;
      readonly message: Readonly<Record<string, unknown>>;
    }[];
    readonly [field: string]: unknown;
  };
}

/**
 * Calls the REST API of the project demo at a server, with paths such as `topics/news:publish`. A
 * string is sent as is.
 */
export function restClient(host: string) {
  return async (
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<RestResponse> => {
    const response = await fetch(`http://${host}/v1/projects/demo/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as RestResponse['body'] };
  };
}
