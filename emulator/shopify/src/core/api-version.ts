// Owns which API versions exist at a moment: one each quarter, three back, the next as a release candidate, `unstable`.
// @see https://shopify.dev/docs/api/usage/versioning

/** What becomes of a request for a version. */
export type VersionResolution = { readonly version: string } | { readonly notFound: true };

/** The versions in support, oldest first, without `unstable`. */
export function supportedVersions(nowMs: number): string[] {
  const now = new Date(nowMs);
  const quarter = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);
  return [-3, -2, -1, 0, 1].map((step) => nameOf(quarter + step));
}

/** The current stable version. */
export function currentVersion(nowMs: number): string {
  return supportedVersions(nowMs)[3] ?? '';
}

/** An old version falls forward to the oldest in support; one that never was, or is not yet, is not found. */
export function resolveVersion(asked: string, nowMs: number): VersionResolution {
  if (asked === 'unstable') return { version: asked };
  const supported = supportedVersions(nowMs);
  if (supported.includes(asked)) return { version: asked };
  const [oldest = ''] = supported;
  return /^20\d\d-(01|04|07|10)$/.test(asked) && asked >= '2019-04' && asked < oldest
    ? { version: oldest }
    : { notFound: true };
}

function nameOf(quarter: number): string {
  return `${Math.floor(quarter / 4)}-${String((quarter % 4) * 3 + 1).padStart(2, '0')}`;
}
