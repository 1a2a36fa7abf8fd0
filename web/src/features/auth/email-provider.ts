/** The provider of an account's address; undefined if it can log in with a password. */
export function emailProviderOf(providerData: unknown): string | undefined {
  if (!Array.isArray(providerData)) return undefined;
  const ids = providerData.map((provider: { providerId?: unknown } | null) => provider?.providerId);
  return ids.includes('password') ? undefined : ids.find((id) => typeof id === 'string');
}
