// The loaded part of a Realtime Database tree, and the effect of changes on it.

/** A child: its key, its number of children, its value (possibly truncated) and its priority. */
export type Entry = readonly [
  key: string,
  size: number,
  value: string | number | boolean | null,
  priority: string | number | null,
];

/** A changed location, with the entries along its path. */
export interface Change {
  readonly path: readonly string[];
  readonly entries: readonly Entry[];
}

/** The children of open locations, by path (`/users/ada`; the root is empty). */
export type Loaded = ReadonlyMap<string, readonly Entry[]>;

/** A visible row of the tree. */
export interface Row {
  readonly parent: readonly string[];
  readonly entry: Entry;
  /** 1 for the children of the displayed location. */
  readonly level: number;
  /** Position among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  readonly isOpen: boolean;
}

const INTEGER = /^-?0*\d{1,10}$/;
const LAST_INTEGER = 2 ** 31 - 1;

function integerOf(key: string): number | undefined {
  const number = INTEGER.test(key) ? Number(key) : undefined;
  return number !== undefined && number <= LAST_INTEGER && number >= -LAST_INTEGER - 1 ? number : undefined;
}

/**
 * The order of keys: 32-bit integers first, by number, then the others by code unit
 * (https://firebase.google.com/docs/database/rest/retrieve-data).
 */
export function compareKeys(left: string, right: string): number {
  if (left === right) return 0;
  const [a, b] = [integerOf(left), integerOf(right)];
  if (a === undefined && b === undefined) return left < right ? -1 : 1;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a - b || left.length - right.length || (left < right ? -1 : 1);
}

export function pathKey(path: readonly string[]): string {
  return path.map((key) => `/${key}`).join('');
}

const isAbsent = ([, size, value]: Entry): boolean => size === 0 && value === null;

/** The children of a location after one of them has changed. */
function withEntry(children: readonly Entry[], entry: Entry): readonly Entry[] {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareKeys((children[middle] as Entry)[0], entry[0]) < 0) low = middle + 1;
    else high = middle;
  }
  const isThere = children[low]?.[0] === entry[0];
  if (!isThere && isAbsent(entry)) return children;
  return children.toSpliced(low, isThere ? 1 : 0, ...(isAbsent(entry) ? [] : [entry]));
}

/**
 * Applies a change to the loaded tree by replacing the entries along its path. Locations at and
 * below it are stale: they are returned for reloading, or removed if they are empty.
 */
export function applyChange(
  loaded: Loaded,
  { path, entries }: Change,
): { readonly loaded: Loaded; readonly stale: readonly string[] } {
  const next = new Map(loaded);
  for (const [depth, entry] of entries.entries()) {
    const parent = pathKey(path.slice(0, depth));
    const children = next.get(parent);
    if (children !== undefined) next.set(parent, withEntry(children, entry));
  }
  const changed = pathKey(path);
  const stale: string[] = [];
  for (const key of loaded.keys()) {
    if (key !== changed && !key.startsWith(`${changed}/`)) continue;
    const last = entries.at(-1);
    if (last !== undefined && last[1] === 0) next.delete(key);
    else stale.push(key);
  }
  return { loaded: next, stale };
}

/** The visible rows below a location. */
export function rowsOf(loaded: Loaded, base: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  const add = (parent: readonly string[], children: readonly Entry[], level: number): void => {
    const siblings = children.length;
    const open = openKeys(loaded, parent);
    for (const [index, entry] of children.entries()) {
      const isOpen = entry[1] > 0 && open.has(entry[0]);
      rows.push({ parent, entry, level, position: index + 1, siblings, isOpen });
      if (!isOpen) continue;
      const path = [...parent, entry[0]];
      add(path, loaded.get(pathKey(path)) ?? [], level + 1);
    }
  };
  add(base, loaded.get(pathKey(base)) ?? [], 1);
  return rows;
}

/** The keys of a location's open children, which are few even among a hundred thousand. */
function openKeys(loaded: Loaded, parent: readonly string[]): ReadonlySet<string> {
  const prefix = `${pathKey(parent)}/`;
  const keys = new Set<string>();
  for (const path of loaded.keys()) {
    if (path.startsWith(prefix) && !path.includes('/', prefix.length)) keys.add(path.slice(prefix.length));
  }
  return keys;
}

/** The path of a row. */
export function pathOfRow({ parent, entry: [key] }: Pick<Row, 'parent' | 'entry'>): readonly string[] {
  return [...parent, key];
}

/** Parses typed text: as JSON if it is JSON, otherwise as a string. */
export function parseTyped(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Formats a value for editing: a string without quotes if they are not needed. */
export function printTyped(value: Entry[2]): string {
  const isPlain = typeof value === 'string' && /^\S(.*\S)?$/.test(value) && parseTyped(value) === value;
  return isPlain ? value : JSON.stringify(value);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: keys may not have them
const NOT_IN_KEYS = /[.#$[\]/\u0000-\u001f\u007f]/;

/** The problem with a key; undefined if it is valid. */
export function keyProblem(key: string): string | undefined {
  if (key === '') return 'Type a key.';
  return NOT_IN_KEYS.test(key) ? 'A key may not contain . # $ [ ] / or control characters.' : undefined;
}
