// Owns the joining of class names.

/** The given names that are not empty, with spaces between. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
