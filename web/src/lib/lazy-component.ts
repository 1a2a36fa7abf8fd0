// Lazy components whose modules can be loaded before the first render: a server-rendered page contains their markup
// already, and an event on a component that is still loading during hydration would be lost.
import { type ComponentType, createContext, createElement, lazy, use, useEffect, useState } from 'react';

interface LazyComponentCallbacks {
  /** A lazy component is rendered. */
  readonly onRender?: (name: string) => void;
  /** A lazy component has mounted or is hydrated; its effects have run. */
  readonly onMount?: (name: string) => void;
}

/** Reports lazy components: the server learns which ones a page renders, the browser which ones are hydrated. */
export const LazyComponentContext = createContext<LazyComponentCallbacks>({});

const loaders = new Map<string, () => Promise<unknown>>();

/**
 * React's `lazy` with a name. The module is loaded on first render, or before it by `preloadLazyComponents`. Must be
 * rendered inside a Suspense boundary. The name is that of the component's file, by which the build lists its chunks.
 */
export function lazyComponent<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  const loadModule = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  loaders.set(name, loadModule);
  const Lazy = lazy(loadModule) as ComponentType<P>;
  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, when its module is loaded
  return function LazyComponent(props: P) {
    const { onRender, onMount } = use(LazyComponentContext);
    onRender?.(name);
    useEffect(() => {
      onMount?.(name);
    }, [onMount]);
    // Chosen once: another type would be another component, and lose its state.
    const [component] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return createElement(component, props);
  };
}

/** Loads lazy components by name; unknown names are ignored. Rejects when a module cannot be loaded. */
export async function preloadLazyComponents(names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => loaders.get(name)?.()));
}
