// One chunk for everything that a visit needs right after the first paint, and nothing needs before it.
export { BelowTheFold } from './below-the-fold.tsx';
export { hydrateApp } from './hydrate.tsx';
export { startListeners } from './start-listeners.ts';
