import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { StateArt, type StateArtName } from './state-art.tsx';

/** A page or section without content, with the next steps as `children`. */
export function EmptyState(props: {
  icon: IconName;
  /** Replaces the icon if it is the whole page. */
  art?: StateArtName;
  title: string;
  /** Default: 2. */
  headingLevel?: 1 | 2;
  children?: ReactNode;
}) {
  const Heading = props.headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div className="empty-state">
      {props.art ? <StateArt name={props.art} /> : <Icon name={props.icon} />}
      <Heading {...(props.headingLevel === 1 && { tabIndex: -1 })}>{props.title}</Heading>
      {props.children}
    </div>
  );
}

/**
 * A failed request, with a retry button. `resource` completes the heading "We could not load …";
 * `headingLevel` defaults to 2.
 */
export function ErrorState(props: { resource: string; headingLevel?: 1 | 2; onRetry: () => void }) {
  const Heading = props.headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div className="empty-state" role="alert">
      <Icon name="alert" />
      <Heading {...(props.headingLevel === 1 && { tabIndex: -1 })}>
        We could not load {props.resource}
      </Heading>
      <p>Something went wrong with the connection. Nothing you saved is lost.</p>
      <button type="button" className="button" onClick={props.onRetry}>
        Try again
      </button>
    </div>
  );
}
