import type { ReactNode } from 'react';
import type { StoredError } from '../api/stack-api.ts';

/** While the first data of a part is on its way. */
export function Loading({ what }: { what: string }) {
  return (
    <p className="state" role="status">
      <span className="spinner" aria-hidden="true" /> Loading {what} …
    </p>
  );
}

/** When there is nothing to show, with what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state state-empty">
      <p className="state-title">{title}</p>
      {children === undefined ? null : <div className="state-hint">{children}</div>}
    </div>
  );
}

/** When data cannot be read: what the server said, and a button to try again. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = (error as Partial<StoredError> | undefined)?.message ?? 'Something went wrong.';
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
