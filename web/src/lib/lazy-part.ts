// Owns parts of a page that are fetched beside it. On a served page they are there from the start, and must be loaded
// before the app takes over: what is pressed in a part that is still on its way would be lost.
import { type ComponentType, createContext, createElement, lazy, use, useEffect, useState } from 'react';

export interface PartHearing {
  /** A part is rendered. */
  readonly shown?: (name: string) => void;
  /** A part answers to clicks, and its effects have run. */
  readonly alive?: (name: string) => void;
}

/** Hears of the parts of a page: the server of those it shows, the browser of those that have come to life. */
export const PartListener = createContext<PartHearing>({});

const loaders = new Map<string, () => Promise<unknown>>();

/** A component that is fetched on first render, or before it by `loadParts`. Must stand inside a Suspense boundary. */
export function lazyPart<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  const fetchPart = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  loaders.set(name, fetchPart);
  const Lazy = lazy(fetchPart) as ComponentType<P>;
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, when its module is loaded
  return function Part(props: P) {
    const { shown, alive } = use(PartListener);
    shown?.(name);
    useEffect(() => {
      alive?.(name);
    }, [alive]);
    // Chosen once: another type would be another component, and lose its state.
    const [chosen] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return createElement(chosen, props);
  };
}

/** Fetches parts by name; unknown ones are left to the page. Rejects when one cannot be fetched. */
export async function loadParts(names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => loaders.get(name)?.()));
}
