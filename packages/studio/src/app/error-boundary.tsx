import { Component, type ReactNode } from 'react';
import { Failure } from '../components/states.tsx';

/** Shows an error in place of a page, while the rest of Studio stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Failure error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
