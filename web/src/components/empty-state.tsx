// Owns the state of a place that has nothing to show, and the way on from there.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export function EmptyState(props: {
  icon: IconName;
  title: string;
  /** The heading's level on the page; 2 unless told. */
  headingLevel?: 1 | 2;
  children?: ReactNode;
}) {
  const Heading = props.headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div className="empty-state">
      <Icon name={props.icon} />
      <Heading {...(props.headingLevel === 1 && { tabIndex: -1 })}>{props.title}</Heading>
      {props.children}
    </div>
  );
}

/** A read that failed, with a way to try again. `level` is the heading's on the page; 2 unless told. */
export function ErrorState(props: { resource: string; headingLevel?: 1 | 2; onRetry: () => void }) {
  const Heading = props.headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div className="empty-state" role="alert">
      <Icon name="alert" />
      <Heading {...(props.headingLevel === 1 && { tabIndex: -1 })}>
        We could not load {props.resource}
      </Heading>
      <p>The connection or the service had a hiccup. Nothing of yours is lost.</p>
      <button type="button" className="button" onClick={props.onRetry}>
        Try again
      </button>
    </div>
  );
}
