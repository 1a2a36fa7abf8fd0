import type { ReactNode } from 'react';
import type { StoredError } from '../api/stack-api.ts';

/** Shown while the first data is loading. */
export function Loading({ what }: { what: string }) {
  return (
    <p className="state" role="status">
      <span className="spinner" aria-hidden="true" /> Loading {what} …
    </p>
  );
}

/** Shown if there is no data, with a suggestion. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state state-empty">
      <p className="state-title">{title}</p>
      {children === undefined ? null : <div className="state-hint">{children}</div>}
    </div>
  );
}

/** The page was opened before Studio restarted and has an outdated token. */
const UNAUTHORIZED = 401;

/** Shown if data cannot be read: the server's message and a retry button. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { message = 'Something went wrong.', status } = (error ?? {}) as Partial<StoredError>;
  if (status === UNAUTHORIZED) {
    return (
      <div className="notice notice-error" role="alert">
        <p>Studio was started again after this page was opened.</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </div>
    );
  }
  return (
    <div className="notice notice-error" role="alert">
      <p className="pre-line">{message}</p>
      {onRetry === undefined ? null : (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
