/** The keys from the root; empty for the root itself. */
export type Path = readonly string[];

export const ROOT: Path = [];

/** The keys of a path such as `/users/ada`. Empty segments are ignored. */
export function parsePath(text: string): Path {
  return text.split('/').filter((key) => key !== '');
}

/** A path without a leading slash, as sent to clients. */
export function formatPath(path: Path): string {
  return path.join('/');
}

/** Returns whether `path` equals `ancestor` or is below it. */
export function isWithin(path: Path, ancestor: Path): boolean {
  return path.length >= ancestor.length && ancestor.every((key, index) => path[index] === key);
}

/** The longest common prefix of two paths. */
export function commonAncestor(left: Path, right: Path): Path {
  const length = left.findIndex((key, index) => key !== right[index]);
  return length < 0 ? left : left.slice(0, length);
}
