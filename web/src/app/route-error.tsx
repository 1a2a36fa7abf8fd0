import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { LoadingPage } from '../components/skeleton.tsx';
import { ChunkError, claimReload } from '../lib/load-chunk.ts';

const GRAPHICS_ERROR = /WebGL|THREE|Canvas|Context Lost/i;

/**
 * Reloads the page once for a chunk that cannot be loaded. False if that has been done, or for
 * another error.
 */
function useReload(error: unknown): boolean {
  const [failed, setFailed] = useState<unknown>();
  useEffect(() => {
    if (error instanceof ChunkError && claimReload(error.chunk)) location.reload();
    else setFailed(error);
  }, [error]);
  return error instanceof ChunkError && failed !== error;
}

/**
 * The error page for a route that throws or cannot be loaded (specification, section 4), with a
 * retry.
 */
export function RouteError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  if (useReload(error)) return <LoadingPage name={(error as ChunkError).chunk} />;
  const tryAgain = () => {
    // Browsers and React remember a failed module; only a new document requests it again.
    if (error instanceof ChunkError) location.reload();
    // Boundaries reset on navigation, and navigating to the same path counts.
    else navigate(pathname + search, { replace: true, state, preventScrollReset: true });
  };
  const isGraphics = error instanceof Error && GRAPHICS_ERROR.test(`${error.name} ${error.message}`);
  const title = isGraphics ? 'Display Issue Detected' : 'Something went wrong';
  return (
    <main className="page" id="main" tabIndex={-1}>
      <title>{title}</title>
      <div className="empty-state" role="alert">
        <h1 tabIndex={-1}>{title}</h1>
        <p>
          {isGraphics
            ? 'Your device had trouble with the graphics. The page will load with simplified graphics.'
            : "We're sorry, but something unexpected happened. Please try refreshing the page."}
        </p>
        <button type="button" className="button" onClick={tryAgain}>
          Try Again
        </button>
      </div>
    </main>
  );
}
