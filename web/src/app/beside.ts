// Owns what every visit needs beside its first page, as one file: it is fetched with the page, not before it.
export { startEffects } from './effects.ts';
export { PageEnd } from './page-end.tsx';
export { takeOver } from './take-over.tsx';
