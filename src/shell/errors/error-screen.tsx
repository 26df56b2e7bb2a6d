import { useState } from 'react';
import { errorText, failureKind, failureText } from '../../text/shell.ts';
import { cupLines } from '../../ui/art/cup-lines.tsx';
import { LineDrawing } from '../../ui/art/line-drawing.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { EmptyLayout } from '../../ui/states/empty-layout.tsx';
import styles from './error-screen.module.css';

/** Only names and places: an error never contains what a member wrote. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const where = error.stack?.split('\n').find((line) => line.includes('at ') || line.includes('@'));
  return `${error.name}: ${error.message}${where ? `\n  ${where.trim()}` : ''}`;
}

/** The format of `text/times.ts`, which the start does not load. */
const timeOfDay = (): string => new Date().toLocaleTimeString(undefined, { timeStyle: 'short' });

export interface ErrorScreenProps {
  readonly kind: 'page' | 'application';
  readonly error: unknown;
  /** Whether the server answers. If not, code that failed to load says nothing about its version. */
  readonly answered: boolean;
  readonly retries: number;
  readonly onRetry: () => void;
}

/** errorText.application and errorText.page. Technical details appear only after more than one attempt. */
export function ErrorScreen({ kind, error, answered, retries, onRetry }: ErrorScreenProps) {
  const failure = failureKind(error);
  const [at] = useState(() => timeOfDay());
  const screen = (
    <div className={styles.screen} role="alert">
      <EmptyLayout
        drawing={<LineDrawing>{cupLines}</LineDrawing>}
        as={kind === 'application' ? 'h1' : 'h2'}
        title={kind === 'application' ? errorText.application : errorText.page}
        text={failureText[failure === 'chunk' && !answered ? 'network' : failure]}
        action={
          <>
            {kind === 'application' && (
              <Button variant="primary" onClick={() => location.reload()}>
                {errorText.refresh}
              </Button>
            )}
            <Button variant={kind === 'page' ? 'primary' : 'secondary'} onClick={onRetry}>
              {errorText.tryAgain}
            </Button>
          </>
        }
      />
      {retries > 1 && (
        <details className={styles.details}>
          <summary>{errorText.details}</summary>
          <pre>
            {describe(error)}
            {errorText.tried(retries, at)}
          </pre>
        </details>
      )}
    </div>
  );
  // A page that failed is still inside the main element. An application that failed has none any more.
  return kind === 'application' ? <main>{screen}</main> : screen;
}
