/** The host name of a Host header or URL authority, in lower case, without port and brackets: `[::1]:8080` gives `::1`. */
export function hostnameOf(header: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(header);
  if (bracketed?.[1] !== undefined) return bracketed[1].toLowerCase();
  return header.replace(/:\d+$/, '').toLowerCase();
}

/** Whether a host name is localhost, a name under it, in 127.0.0.0/8 or ::1. Takes `[::1]` too. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
  );
}

/**
 * Whether a request's Host header names this machine. The header of a request from a site whose name was made to resolve
 * to 127.0.0.1 (DNS rebinding) does not.
 */
export function isLoopbackHostHeader(header: string | undefined): boolean {
  return header !== undefined && isLoopbackHost(hostnameOf(header));
}

/** Whether a request's Origin header names a page on this machine. A request without one does not come from another site's page. */
export function isLoopbackOrigin(header: string | undefined): boolean {
  if (header === undefined) return true;
  const host = URL.parse(header)?.hostname;
  return host !== undefined && isLoopbackHost(host);
}

/**
 * Whether a request is that of an element (img, script, iframe) in a page on another machine. Browsers send no Origin with it, but say in
 * Fetch Metadata that it comes from another site.
 */
export function isEmbeddedElsewhere(headers: Readonly<Record<string, string | undefined>>): boolean {
  if (headers['sec-fetch-site'] !== 'cross-site' || headers.origin !== undefined) return false;
  if (headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document') return false;
  return headers.referer === undefined || !isLoopbackOrigin(headers.referer);
}
