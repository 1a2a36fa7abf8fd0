/** An issue or a pull request of the project that a patch corrects. */
type UpstreamThread = `https://github.com/${string}/${string}/${'issues' | 'pull'}/${number}`;
/** A report of ours, ready to be filed. */
type UpstreamReport = `docs/upstream/${string}.md`;

/** A change of modules of firebase-tools, or of its dependencies, for one reason. */
export interface Patch {
  readonly name: string;
  /** What it achieves, in a phrase. */
  readonly reason: string;
  /** Where it could be corrected; empty where nobody else has the reason. */
  readonly upstream: readonly (UpstreamThread | UpstreamReport)[];
  readonly modules: readonly PatchedModule[];
}

/** A module as it is loaded. */
export interface PatchedModule {
  /** A path below firebase-tools, or the name of a module of Node or of a dependency. */
  readonly module: string;
  /**
   * The text of the first expectation that the module does not meet; undefined when it meets all.
   */
  findUnmet(moduleExports: unknown): string | undefined;
  /** @throws Error when the module has another shape than expected */
  apply(moduleExports: unknown, load: Load): void;
}

/**
 * Loads a module by a path relative to the patched one. Only what is listed as a module of a patch
 * is checked.
 */
export type Load = <Exports>(path: string) => Exports;

interface ModulePatch<Exports> {
  /** What the module has to be like, each in words. A check that throws does not hold. */
  readonly expected: Readonly<Record<string, (moduleExports: Exports) => boolean>>;
  apply(moduleExports: Exports, load: Load): void;
}

/**
 * A module whose exports, as far as the patch uses them, are `Exports` when all that is expected
 * holds.
 */
export function patchModule<Exports extends object>(
  module: string,
  { expected, apply }: ModulePatch<Exports>,
): PatchedModule {
  const isObject = (value: unknown): value is Exports =>
    (typeof value === 'object' || typeof value === 'function') && value !== null;
  /** Those that have been looked at: other patches may have changed them since. */
  const fulfilling = new WeakSet<object>();
  const findUnmet = (moduleExports: unknown): string | undefined => {
    if (!isObject(moduleExports)) return 'exports';
    const unmet = Object.entries(expected).find(([, holds]) => !isTrue(() => holds(moduleExports)))?.[0];
    if (unmet === undefined) fulfilling.add(moduleExports);
    return unmet;
  };
  const isExpected = (value: unknown): value is Exports =>
    (isObject(value) && fulfilling.has(value)) || findUnmet(value) === undefined;
  return {
    module,
    findUnmet,
    apply(moduleExports, load) {
      if (!isExpected(moduleExports)) throw new Error(`${module} does not have the expected shape`);
      apply(moduleExports, load);
    },
  };
}

function isTrue(check: () => boolean): boolean {
  try {
    return check() === true;
  } catch {
    return false;
  }
}

type AnyFunction = (...args: never[]) => unknown;

/** Whether the source of a function, or of a class, matches all patterns. */
export function hasSource(code: AnyFunction | NewableFunction, ...patterns: readonly RegExp[]): boolean {
  const source = String(code);
  return patterns.every((pattern) => pattern.test(source));
}
