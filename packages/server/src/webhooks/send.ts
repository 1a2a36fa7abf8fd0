/** The result of a POST: the response's status, or the reason why there was none. */
type SendResult = { readonly status: number } | { readonly error: string };

/** POSTs a body to a URL. Never rejects. */
export type Send = (url: string, body: string, headers: Record<string, string>) => Promise<SendResult>;

/**
 * A `Send` over HTTP. It does not follow redirects, so a 3xx status is a failed delivery. Times out
 * after `timeoutMs`.
 */
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
      return { error: describeFailure(error, timeoutMs) };
    }
  };
}

function describeFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `no response within ${timeoutMs} ms`;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause) return `${String(cause.code)}: ${cause.message}`;
  if (cause instanceof Error) return cause.message;
  return error instanceof Error ? error.message : String(error);
}
