// Owns placeholders of true size for what is on its way. The page says in words that it loads; these are silent.

export function Skeleton(props: { width?: string; height?: string; ratio?: string }) {
  return (
    <span
      aria-hidden
      className="skeleton"
      style={{ width: props.width ?? '100%', height: props.height, aspectRatio: props.ratio }}
    />
  );
}

/** The spec's words while a page's module loads. */
export function LoadingPage(props: { name: string }) {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <p role="status" className="loading-page">
        {props.name === 'Page Not Found' ? props.name : `Loading ${props.name}...`}
      </p>
    </main>
  );
}
