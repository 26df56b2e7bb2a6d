// Hears of what broke in the page. What is told of it, and to whom, comes with the first error: most visits have none.
import type { ErrorReport } from '../../schemas/errors/error-report.ts';
import { beforehand } from './stale-chunk.ts';

/** Reports an error, unless it was reported just now. */
export function reportError(kind: ErrorReport['kind'], error: unknown): void {
  beforehand(import('./report-errors.ts')).then(
    (reports) => reports.reportError(kind, error),
    // Then nobody hears of it; what broke matters more than that.
    () => undefined,
  );
}

/** Listens for what nobody caught. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => reportError('error', error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason));
}
