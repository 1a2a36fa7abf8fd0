import { UserError } from '../user-error.ts';

/**
 * Calls `fetch` on a server of a running stack.
 * @param server its name, as a developer knows it
 * @throws UserError that names the server when it does not respond
 */
export async function fetchServer(server: string, url: string, init?: RequestInit): Promise<Response> {
  return fetch(url, init).catch((error: Error) => {
    throw noResponse(server, url, error);
  });
}

/** The error for a server that does not respond, for which Node only says `fetch failed`. */
export function noResponse(server: string, url: string, error: Error): UserError {
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return new UserError(
    `${server} does not respond at ${new URL(url).host} (${code ?? message})`,
    'See the output of the stack; if the server has ended, start the stack again.',
  );
}
