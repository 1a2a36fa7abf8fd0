// Owns the question whether a host name means this machine.

/** True for localhost, 127.0.0.0/8 and ::1, with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
  );
}

/**
 * Whether a request's Host header names this machine. A page elsewhere whose name is made to resolve to 127.0.0.1
 * (DNS rebinding) does not.
 */
export function isLoopbackHostHeader(header: string | undefined): boolean {
  if (header === undefined) return false;
  const match = /^(\[[^\]]+\]|[^:]+)(:\d+)?$/.exec(header);
  return match?.[1] !== undefined && isLoopbackHost(match[1]);
}

/** Whether a request comes from a page on this machine, or from no page at all. */
export function isLoopbackOrigin(header: string | undefined): boolean {
  if (header === undefined) return true;
  const host = URL.parse(header)?.hostname;
  return host !== undefined && isLoopbackHost(host);
}
