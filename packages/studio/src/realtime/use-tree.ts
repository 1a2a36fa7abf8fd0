import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { StoredError } from '../api/stack-api.ts';
import { followChanges, readPlace } from './realtime-endpoints.ts';
import { applyChange, type Change, type Entry, type Loaded, pathKey } from './tree.ts';

/** The open part of the tree. */
export interface Tree {
  readonly loaded: Loaded;
  /** The entry of the displayed location; undefined until it is loaded. */
  readonly base: Entry | undefined;
  readonly error: StoredError | undefined;
  /** True if changes arrive live. */
  readonly isLive: boolean;
  /** When each location last changed, by path. */
  readonly changedAt: ReadonlyMap<string, number>;
}

const NOTHING: Tree = {
  loaded: new Map(),
  base: undefined,
  error: undefined,
  isLive: false,
  changedAt: new Map(),
};
const RETRY_MS = 2000;
/** The number of highlighted changes to keep. */
const MAX_HIGHLIGHTS = 200;

type Action =
  | { readonly kind: 'opened'; readonly key: string; readonly children: readonly Entry[] }
  | { readonly kind: 'base'; readonly entry: Entry }
  | { readonly kind: 'closed'; readonly key: string }
  | { readonly kind: 'changed'; readonly loaded: Loaded; readonly change: Change; readonly nowMs: number }
  | { readonly kind: 'failed'; readonly error: StoredError }
  | { readonly kind: 'live'; readonly isLive: boolean }
  | { readonly kind: 'reset' };

function reduce(tree: Tree, action: Action): Tree {
  switch (action.kind) {
    case 'opened':
      return { ...tree, error: undefined, loaded: new Map(tree.loaded).set(action.key, action.children) };
    case 'base':
      return { ...tree, base: action.entry };
    case 'closed':
      return { ...tree, loaded: withoutBelow(tree.loaded, action.key) };
    case 'changed': {
      const changedAt = new Map([...tree.changedAt].slice(-MAX_HIGHLIGHTS));
      changedAt.set(pathKey(action.change.path), action.nowMs);
      return { ...tree, loaded: action.loaded, changedAt };
    }
    case 'failed':
      return { ...tree, error: action.error };
    case 'live':
      return { ...tree, isLive: action.isLive };
    case 'reset':
      return NOTHING;
  }
}

function withoutBelow(loaded: Loaded, key: string): Loaded {
  return new Map([...loaded].filter(([each]) => each !== key && !each.startsWith(`${key}/`)));
}

/** The live tree of a namespace below a location. */
export function useTree(
  namespace: string,
  base: readonly string[],
): {
  readonly tree: Tree;
  readonly open: (path: readonly string[]) => void;
  readonly close: (path: readonly string[]) => void;
  readonly reload: () => void;
} {
  const [tree, dispatch] = useReducer(reduce, NOTHING);
  const latest = useRef(tree);
  useEffect(() => {
    latest.current = tree;
  });
  const baseKey = pathKey(base);
  const follower = useRef<{ open: (path: readonly string[]) => void; reload: () => void }>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    /** Changes since a location was requested: the response may be older. */
    const pending = new Map<string, Change[]>();
    const load = async (path: readonly string[]): Promise<void> => {
      const key = pathKey(path);
      if (pending.has(key)) return;
      pending.set(key, []);
      let isStale = false;
      try {
        const { entry, children } = await readPlace(namespace, path, abort.signal);
        let read: Loaded = new Map([[key, children]]);
        for (const change of pending.get(key) ?? []) {
          const { loaded, stale } = applyChange(read, change);
          isStale ||= stale.includes(key) || !loaded.has(key);
          read = loaded;
        }
        if (key === baseKey) dispatch({ kind: 'base', entry });
        dispatch({ kind: 'opened', key, children: read.get(key) ?? [] });
      } catch (error) {
        if (!abort.signal.aborted) dispatch({ kind: 'failed', error: error as StoredError });
      }
      pending.delete(key);
      if (isStale) void load(path);
    };
    const loadAll = (): void => {
      for (const key of new Set([baseKey, ...latest.current.loaded.keys()])) void load(pathOf(key));
    };
    const onChange = (change: Change): void => {
      for (const changes of pending.values()) changes.push(change);
      const { loaded, stale } = applyChange(latest.current.loaded, change);
      latest.current = { ...latest.current, loaded };
      dispatch({ kind: 'changed', loaded, change, nowMs: Date.now() });
      const base = pathOf(baseKey);
      const own = change.entries[base.length - 1];
      const isOwn = own !== undefined && base.every((key, depth) => key === change.path[depth]);
      if (isOwn) dispatch({ kind: 'base', entry: own });
      for (const key of new Set([...stale, ...(loaded.has(baseKey) ? [] : [baseKey])])) {
        void load(pathOf(key));
      }
    };
    const follow = async (): Promise<void> => {
      while (!abort.signal.aborted) {
        try {
          await followChanges(namespace, abort.signal, {
            onOpen: () => {
              dispatch({ kind: 'live', isLive: true });
              loadAll();
            },
            onChange,
          });
        } catch (error) {
          if (!abort.signal.aborted) dispatch({ kind: 'failed', error: error as StoredError });
        }
        if (abort.signal.aborted) return;
        dispatch({ kind: 'live', isLive: false });
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    };
    dispatch({ kind: 'reset' });
    latest.current = NOTHING;
    follower.current = { open: (path) => void load(path), reload: loadAll };
    void follow();
    return () => abort.abort();
  }, [namespace, baseKey]);
  return {
    tree,
    open: useCallback((path) => follower.current?.open(path), []),
    close: useCallback((path) => dispatch({ kind: 'closed', key: pathKey(path) }), []),
    reload: useCallback(() => follower.current?.reload(), []),
  };
}

function pathOf(key: string): readonly string[] {
  return key.split('/').slice(1);
}
