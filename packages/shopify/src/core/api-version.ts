// Shopify releases one version each quarter. The supported ones are the current version, the three
// before it, the next one as a release candidate, and `unstable`.
// @see https://shopify.dev/docs/api/usage/versioning

/** The version that serves a request, or the information that there is none. */
export type VersionResolution = { readonly version: string } | { readonly notFound: true };

/**
 * The supported versions without `unstable`, oldest first. The fourth is the current one, the fifth
 * the release candidate.
 */
export function supportedVersions(nowMs: number): string[] {
  const now = new Date(nowMs);
  const quarter = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);
  return [-3, -2, -1, 0, 1].map((step) => versionOfQuarter(quarter + step));
}

/** The latest stable version. */
export function currentVersion(nowMs: number): string {
  return supportedVersions(nowMs)[3] ?? '';
}

/**
 * Resolves a requested version. An unsupported old version falls forward to the oldest supported
 * one.
 */
export function resolveVersion(requested: string, nowMs: number): VersionResolution {
  if (requested === 'unstable') return { version: requested };
  const supported = supportedVersions(nowMs);
  if (supported.includes(requested)) return { version: requested };
  const [oldest = ''] = supported;
  return /^20\d\d-(01|04|07|10)$/.test(requested) && requested >= '2019-04' && requested < oldest
    ? { version: oldest }
    : { notFound: true };
}

function versionOfQuarter(quarter: number): string {
  return `${Math.floor(quarter / 4)}-${String((quarter % 4) * 3 + 1).padStart(2, '0')}`;
}
