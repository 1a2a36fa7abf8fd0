// A place in the tree: its keys from the root.

/** The keys from the root; none for the root itself. */
export type Path = readonly string[];

export const ROOT: Path = [];

/** The keys of a path such as `/users/ada`. Empty ones do not count. */
export function parsePath(text: string): Path {
  return text.split('/').filter((key) => key !== '');
}

/** A path without a leading slash, as it is sent to clients. */
export function formatPath(path: Path): string {
  return path.join('/');
}

/** Whether `path` is `ancestor` or below it. */
export function isWithin(path: Path, ancestor: Path): boolean {
  return path.length >= ancestor.length && ancestor.every((key, index) => path[index] === key);
}

/** The longest path that both begin with. */
export function commonAncestor(left: Path, right: Path): Path {
  const length = left.findIndex((key, index) => key !== right[index]);
  return length < 0 ? left : left.slice(0, length);
}
