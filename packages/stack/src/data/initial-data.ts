import type { SeedConfig } from '../config/define-config.ts';

/** The data that a stack imported at its start. */
interface ImportedData {
  /** Path of a snapshot. */
  readonly importedData?: string;
  /** If true, they replace the seed of the configuration. */
  readonly replacesSeed?: boolean;
}

/**
 * Describes the initial data of a stack, such as `the seed and the accounts of the configuration`.
 * Returns undefined for a project without initial data.
 */
export function describeInitialData(
  { command, accounts = [] }: Pick<SeedConfig, 'command' | 'accounts'> = {},
  { importedData, replacesSeed = false }: ImportedData,
): string | undefined {
  const parts = [
    ...(importedData === undefined ? [] : ['the imported data']),
    ...(command === undefined || replacesSeed ? [] : ['the seed']),
    ...(accounts.length === 0 ? [] : ['the accounts of the configuration']),
  ];
  return parts.length === 0 ? undefined : new Intl.ListFormat('en').format(parts);
}
