/** Returns whether `--allow-outbound` lets the stack's processes connect to one of these hosts. */
export function isOutboundAllowed(...hosts: readonly string[]): boolean {
  const allowed = (process.env.SAVEPOINT_ALLOW_OUTBOUND ?? '').split(',');
  return ['*', ...hosts].some((host) => allowed.includes(host));
}
