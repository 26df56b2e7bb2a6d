import { Component, type ReactNode } from 'react';
import { serverAnswers } from '../../data/store/use-reachable.ts';
import { failureKind } from '../../text/shell.ts';
import { ErrorScreen } from './error-screen.tsx';
import { reportError } from './watch-errors.ts';

interface Props {
  readonly kind: 'page' | 'application';
  /** Another value means another page: the error of the previous one is cleared. */
  readonly resetKey?: string | undefined;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly failed: boolean;
  /** The server answers, so it no longer has the code that failed to load. */
  readonly answered: boolean;
  readonly retries: number;
  readonly resetKey: string | undefined;
}

/** Shows an error screen in place of children that fail to render. The rest of the page keeps working. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, answered: false, retries: 0, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true, answered: false };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null;
    return { error: undefined, failed: false, retries: 0, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown): void {
    reportError('render', error);
    if (failureKind(error) === 'chunk') void this.askServer(error);
  }

  async askServer(error: unknown): Promise<void> {
    const answered = navigator.onLine && (await serverAnswers());
    if (answered && this.state.error === error) this.setState({ answered });
  }

  readonly retry = async () => {
    if (failureKind(this.state.error) !== 'chunk') {
      this.setState(({ retries }) => ({ error: undefined, failed: false, retries: retries + 1 }));
      return;
    }
    // Code that failed to load keeps failing within this page. A reload without a connection would leave nothing of the page.
    if (navigator.serviceWorker?.controller || (await serverAnswers())) location.reload();
    else this.setState(({ retries }) => ({ retries: retries + 1 }));
  };

  override render() {
    const { error, failed, answered, retries } = this.state;
    if (!failed) return this.props.children;
    return <ErrorScreen kind={this.props.kind} error={error} answered={answered} retries={retries} onRetry={() => void this.retry()} />;
  }
}
