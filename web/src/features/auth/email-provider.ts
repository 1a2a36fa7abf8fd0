/**
 * The service that the address of an account comes from; undefined when it can log in with a
 * password.
 */
export function emailProviderOf(providerData: unknown): string | undefined {
  if (!Array.isArray(providerData)) return undefined;
  const ids = providerData.map((provider: { providerId?: unknown } | null) => provider?.providerId);
  return ids.includes('password') ? undefined : ids.find((id) => typeof id === 'string');
}
