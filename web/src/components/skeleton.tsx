import { documentTitle } from '../lib/page-metadata.ts';

/**
 * A placeholder in the size of the loading content. Hidden from screen readers; the page announces
 * loading itself.
 */
export function Skeleton(props: { width?: string; height?: string; ratio?: string }) {
  return (
    <span
      aria-hidden
      className="skeleton"
      style={{ width: props.width ?? '100%', height: props.height, aspectRatio: props.ratio }}
    />
  );
}

/** Shown while the module of a page loads; texts of the specification. */
export function LoadingPage(props: { name: string }) {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <title>{documentTitle(props.name)}</title>
      <p role="status" className="loading-page">
        {props.name === 'Page Not Found' ? props.name : `Loading ${props.name}...`}
      </p>
    </main>
  );
}
