// Owns how the app takes over a page that the server sent: it finds the same content, comes to life in place, and renews
// what may have changed since. What was clicked meanwhile is told by take-over-page.js and done then.
import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadParts, PartListener } from '../lib/lazy-part.ts';
import { isOnline } from '../lib/network.ts';
import { GUEST_STATE } from './guest-state.ts';
import { loadPage, presentPage } from './page-module.tsx';
import type { ServedPage } from './served-page.ts';
import { adoptQueries, renewQueries } from './served-queries.ts';
import type { ShopStore } from './store.ts';

/** Lists as old as this are asked for again; Hosting may have kept the page. */
const FRESH_MS = 60_000;
/** Price and stock matter at once, whatever the page's age. */
const ALWAYS_RENEWED = ['product'];
const PARTS_PATIENCE_MS = 3000;

/** What the app must be told to be found as it was served. */
export interface ServedProps {
  readonly servedState: unknown;
  readonly extract: ServedPage['extract'];
  readonly onReady: () => void;
}

interface TakeOver {
  readonly root: HTMLElement;
  readonly page: ServedPage;
  readonly store: ShopStore['store'];
  /** The app in its router. */
  readonly app: (served: ServedProps) => ReactNode;
}

/** Brings a served page to life. */
export async function takeOver({ root, page, store, app }: TakeOver): Promise<void> {
  // The page's module brings the endpoints of its queries, and must be there for the page to be found as it was made.
  presentPage(page.file, (await loadPage(page.file)).Component);
  await loadParts(page.parts);
  adoptQueries(store.dispatch, page.queries);
  const servedState = stateAsServed(store.getState());
  const { alive, whenAlive } = waitForParts(page.parts);
  let isReady = false;
  const onReady = () => {
    // Every later page says so too.
    if (isReady) return;
    isReady = true;
    void whenAlive.then(() => {
      root.ownerDocument.documentElement.dataset.alive = '';
      document.dispatchEvent(new Event('savepoint:ready'));
      renew(page, store);
    });
  };
  // In slices: a page that is read and scrolled must not stand still while it comes to life.
  startTransition(() => {
    hydrateRoot(
      root,
      <PartListener value={{ alive }}>{app({ servedState, extract: page.extract, onReady })}</PartListener>,
      // For instance when somebody went Back before the page had come to life: it is rendered anew then.
      { onRecoverableError: (cause) => console.error('The served page was not the one to show.', cause) },
    );
  });
}

/**
 * Resolves when every part has come to life. Until then React brings parts to life in the middle of an event, and renders
 * a field again between the `input` and the `change` that somebody made; so events are held until all is there.
 */
function waitForParts(parts: readonly string[]) {
  const awaited = new Set(parts);
  let resolve = () => {};
  const all = new Promise<void>((done) => {
    resolve = done;
  });
  const settle = () => {
    if (awaited.size === 0) setTimeout(resolve);
  };
  settle();
  return {
    alive: (name: string) => {
      if (awaited.delete(name)) settle();
    },
    // A part that is not shown here after all is not waited for long.
    whenAlive: Promise.race([all, new Promise<void>((done) => setTimeout(done, PARTS_PATIENCE_MS))]),
  };
}

/** The guest's state where it differs; equal parts stay the same objects, so that nothing renders twice. */
function stateAsServed(state: ReturnType<ShopStore['store']['getState']>): unknown {
  const served = Object.entries(GUEST_STATE).filter(
    ([slice, guest]) => JSON.stringify(state[slice as keyof typeof state]) !== JSON.stringify(guest),
  );
  return { ...state, ...Object.fromEntries(served) };
}

function renew(page: ServedPage, store: ShopStore['store']): void {
  if (!isOnline()) return;
  const isOld = Date.now() - Date.parse(page.renderedAt) > FRESH_MS;
  renewQueries(
    store.dispatch,
    page.queries.filter(({ endpointName }) => isOld || ALWAYS_RENEWED.includes(endpointName)),
  );
}
