// Sends errors of the page to the server, for its operators: the same error once in five minutes, across tabs and reloads. A report that
// cannot be sent is dropped. If no service wants reports, no more are sent.

import { cleanReport, ERROR_REPORT_PATH, type ErrorReport, framesOf } from '../../../schemas/errors/error-report.ts';
import { failureKind } from '../../text/shell.ts';

const KEY = 'reportedErrors';
const AGAIN_AFTER_MS = 5 * 60_000;
/** the limit of one page, for all errors together */
const MAX_REPORTS = 20;
const REMEMBERED = 50;

let sent = 0;
let wanted = true;

type Reported = Readonly<Record<string, number>>;

function remembered(now: number): Reported {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Reported;
    return Object.fromEntries(Object.entries(stored).filter(([, at]) => now - at < AGAIN_AFTER_MS && at <= now));
  } catch {
    return {};
  }
}

function remember(reported: Reported): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(reported).slice(-REMEMBERED))));
  } catch {
    // If the storage is full, only this page remembers, by its limit.
  }
}

function reportOf(kind: ErrorReport['kind'], error: unknown): ErrorReport | null {
  if (!(error instanceof Error) || error.name === 'AbortError') return null;
  // A network that comes and goes is no fault of the code.
  if (failureKind(error) === 'network' || (failureKind(error) === 'chunk' && !navigator.onLine)) return null;
  const frames = framesOf(error.stack ?? '');
  return cleanReport({ kind, name: error.name, message: error.message, frames, page: location.pathname, userAgent: navigator.userAgent });
}

/** Reports an error, unless the same one was reported just now. */
export function reportError(kind: ErrorReport['kind'], error: unknown): void {
  const report = reportOf(kind, error);
  const now = Date.now();
  if (!report || !wanted || !navigator.onLine || sent >= MAX_REPORTS) return;
  const [innermost] = report.frames;
  const same = `${report.name} ${report.message} ${innermost ? `${innermost.file}:${innermost.line}:${innermost.column}` : ''}`;
  const before = remembered(now);
  if (same in before) return;
  remember({ ...before, [same]: now });
  sent += 1;
  fetch(ERROR_REPORT_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  })
    .then(async (answer) => {
      const { data } = (await answer.json()) as { data?: { wanted?: boolean } };
      if (data?.wanted === false) wanted = false;
    })
    .catch(() => undefined);
}
