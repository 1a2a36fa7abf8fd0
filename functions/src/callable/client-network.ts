// Identifies a request's client, for rate limits. Clients can send any X-Forwarded-For; Google's
// front end appends the address of the connection that it accepted, so only the last entry is
// trustworthy (cloud.google.com/functions/docs/reference/headers). `request.ip` is the first entry:
// functions-framework and the functions emulator set Express' `trust proxy` to true, which trusts
// every hop.
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The part of an IPv6 address that a provider assigns to one connection; its owner chooses the
 * rest.
 */
const IPV6_NETWORK_GROUPS = 4;

/**
 * The network of the client that the front end accepted: an IPv4 address, or the /64 prefix of an
 * IPv6 address. Undefined without a front end, as in a local emulator.
 */
export function clientNetwork(forwardedFor: string | undefined): string | undefined {
  const address = forwardedFor?.slice(forwardedFor.lastIndexOf(',') + 1).trim() ?? '';
  if (isIPv4(address)) return address;
  return isIPv6(address) ? ipv6Network(address) : undefined;
}

/**
 * Maps '2001:db8::1' to '2001:db8:0:0::/64', and '::ffff:1.2.3.4', an IPv4 client of a dual-stack
 * server, to '1.2.3.4'.
 */
function ipv6Network(address: string): string {
  const [withoutZone = ''] = address.split('%');
  // The URL parser writes an embedded IPv4 address in hexadecimal groups and drops leading zeros.
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] as string[];
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff')
    return groups
      .slice(6)
      .map((group) => Number.parseInt(group, 16))
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups.slice(0, IPV6_NETWORK_GROUPS).join(':')}::/64`;
}
