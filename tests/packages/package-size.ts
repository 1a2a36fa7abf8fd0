// The statement about a package's size in its README, and the measured size.

/** Sizes in bytes. */
interface PackageSize {
  /** The tarball, including those of the repository's packages that it depends on. */
  readonly download: number;
  readonly installed: number;
  /** The whole `node_modules` of a project that has only this package. */
  readonly withDependencies: number;
}

/** The measurements of an installed package. */
export interface MeasuredPackage {
  readonly size: PackageSize;
  /** Names of the packages in `dependencies` that are not the repository's, sorted. */
  readonly directDependencies: readonly string[];
}

/** A README's sentence: sizes in megabytes, and the direct dependencies. */
export interface SizeStatement {
  readonly megabytes: { readonly [Key in keyof PackageSize]: number };
  readonly dependencies: readonly string[];
}

const STATEMENT =
  /The package is a download of ([\d.]+) MB\. Installed it takes ([\d.]+) MB, and (?:([\d.]+) MB with its dependencies \(([^)]+)\)|has no dependencies)\./;

/**
 * Reads the sentence of a README.
 * @throws Error when there is none; the message has the sentence with the measured values
 */
export function readSizeStatement(readme: string, installed: MeasuredPackage): SizeStatement {
  const match = STATEMENT.exec(readme.replaceAll(/\s+/g, ' '));
  if (match === null) throw new Error(`The README does not say: ${formatSizeStatement(installed)}`);
  const [download, own] = match.slice(1, 3).map(Number) as [number, number];
  const withDependencies = match[3] === undefined ? own : Number(match[3]);
  return {
    megabytes: { download, installed: own, withDependencies },
    dependencies: [...(match[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name as string),
  };
}

/** The sentence for the README, with the measured values. */
export function formatSizeStatement({ size, directDependencies }: MeasuredPackage): string {
  const names = directDependencies.map((name) => `\`${name}\``).join(', ');
  return (
    `The package is a download of ${inMegabytes(size.download)} MB. Installed it takes ${inMegabytes(size.installed)} MB, ` +
    (names === ''
      ? 'and has no dependencies.'
      : `and ${inMegabytes(size.withDependencies)} MB with its dependencies (${names}).`)
  );
}

/** Two significant digits, so that a README does not change with every line of code. */
function inMegabytes(bytes: number): string {
  return Number((bytes / 1e6).toPrecision(2)).toString();
}
