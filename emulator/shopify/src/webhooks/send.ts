// Owns the HTTP of a delivery: one POST, one status. Knows nothing of events, retries or signatures.

/** How a POST ended: a status, or why there was none. */
export type SendResult = { readonly status: number } | { readonly error: string };

/** Sends a body to an endpoint. */
export type Send = (url: string, body: string, headers: Record<string, string>) => Promise<SendResult>;

/** POSTs over HTTP, follows no redirect (one counts as a failure) and gives up after `timeoutMs`. */
export function httpSend(timeoutMs: number): Send {
  return async (url, body, headers) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      return { error: explain(error, timeoutMs) };
    }
  };
}

function explain(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `no answer within ${timeoutMs} ms`;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause) return `${String(cause.code)}: ${cause.message}`;
  if (cause instanceof Error) return cause.message;
  return error instanceof Error ? error.message : String(error);
}
