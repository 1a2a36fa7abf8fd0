import { Component, type ErrorInfo, type ReactNode } from 'react';

const GRAPHICS_ERROR = /WebGL|THREE|Canvas|Context Lost/i;

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** The boundary resets when this value, such as the path, changes. */
  readonly resetKey?: string;
}

interface ErrorBoundaryState {
  readonly error: Error | undefined;
  readonly resetKey: string | undefined;
}

/** Shows an error page in place of children that throw while rendering (specification, section 4), with a way to retry. */
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
    console.error('Rendering failed.', error, info.componentStack);
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
