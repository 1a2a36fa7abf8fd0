// Owns what a shopper sees when a page breaks (specification, section 4), and the way back.
import { Component, type ErrorInfo, type ReactNode } from 'react';

const GRAPHICS_ERROR = /WebGL|THREE|Canvas|Context Lost/i;

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** A change of this value, such as the address, resets the boundary. */
  readonly resetKey?: string;
}

interface ErrorBoundaryState {
  readonly error: Error | undefined;
  readonly resetKey: string | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A part of the page failed.', error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const isGraphics = GRAPHICS_ERROR.test(`${error.name} ${error.message}`);
    return (
      <main className="page" id="main" tabIndex={-1}>
        <div className="empty-state" role="alert">
          <h1 tabIndex={-1}>{isGraphics ? 'Display Issue Detected' : 'Something went wrong'}</h1>
          <p>
            {isGraphics
              ? 'Your device had trouble with the graphics. The page will load with simplified graphics.'
              : "We're sorry, but something unexpected happened. Please try refreshing the page."}
          </p>
          <button type="button" className="button" onClick={() => this.setState({ error: undefined })}>
            Try Again
          </button>
        </div>
      </main>
    );
  }
}
