/**
 * Returns whether a host name is localhost, a subdomain of it, in 127.0.0.0/8, or ::1. Accepts
 * `[::1]`.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
  );
}
