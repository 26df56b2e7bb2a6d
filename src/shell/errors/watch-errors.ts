// Listens for errors in the page. The code that reports them is loaded with the first error: most visits have none.
import type { ErrorReport } from '../../../schemas/errors/error-report.ts';
import { beforehand } from '../versions/stale-chunk.ts';

/** Reports an error, unless the same one was reported just now. */
export function reportError(kind: ErrorReport['kind'], error: unknown): void {
  beforehand(import('./report-error.ts')).then(
    (reports) => reports.reportError(kind, error),
    // The report is lost; what failed matters more.
    () => undefined,
  );
}

/** Listens for errors that nothing caught. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => reportError('error', error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason));
}
