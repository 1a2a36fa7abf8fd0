/** An issue or pull request of the patched project. */
type UpstreamThread = `https://github.com/${string}/${string}/${'issues' | 'pull'}/${number}`;
/** A report of ours, ready to be filed upstream. */
type UpstreamReport = `docs/upstream/${string}.md`;

/** A change to modules of firebase-tools or its dependencies, made for one reason. */
export interface Patch {
  readonly name: string;
  /** The effect, as a phrase. */
  readonly reason: string;
  /** Where it could be fixed upstream; empty if the reason is specific to this kit. */
  readonly upstream: readonly (UpstreamThread | UpstreamReport)[];
  readonly modules: readonly PatchedModule[];
}

/** A patch of one module. */
export interface PatchedModule {
  /** A path within firebase-tools, or the name of a Node module or a dependency. */
  readonly module: string;
  /** The text of the first unmet expectation; undefined if all are met. */
  findUnmet(moduleExports: unknown): string | undefined;
  /** @throws Error when the module has another shape than expected */
  apply(moduleExports: unknown, load: Load): void;
}

/**
 * Loads a module by a path relative to the patched one. Only modules listed in a patch are checked.
 */
export type Load = <Exports>(path: string) => Exports;

interface ModulePatch<Exports> {
  /** The expected properties of the module, with descriptions. A check that throws is unmet. */
  readonly expected: Readonly<Record<string, (moduleExports: Exports) => boolean>>;
  apply(moduleExports: Exports, load: Load): void;
}

/** A patched module. If all expectations are met, its exports have the type `Exports`. */
export function patchModule<Exports extends object>(
  module: string,
  { expected, apply }: ModulePatch<Exports>,
): PatchedModule {
  const isObject = (value: unknown): value is Exports =>
    (typeof value === 'object' || typeof value === 'function') && value !== null;
  /** Already checked modules, which other patches may have changed since. */
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

/** Returns whether the source of a function or a class matches all patterns. */
export function hasSource(code: AnyFunction | NewableFunction, ...patterns: readonly RegExp[]): boolean {
  const source = String(code);
  return patterns.every((pattern) => pattern.test(source));
}
