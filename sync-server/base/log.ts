import { type Logger, pino } from 'pino';
import { isDamaged, isServerReport, isUnavailable } from './database-errors.ts';

/** The log of the server: JSON lines on standard error, so that standard output stays for people. LOG_LEVEL sets the level. */
export const createLog = (level: string): Logger => pino({ level }, pino.destination({ fd: 2, sync: true }));

/** Errors whose message may quote a member's text or address. */
const quoting = new Set(['PostgresError', 'SyntaxError', 'ZodError', '$ZodError']);

const mayQuote = (error: Error): boolean => (quoting.has(error.name) || quoting.has(error.constructor.name)) && !isServerReport(error);

/**
 * Describes an error for the log, and whether it means an outage or damage rather than a bad request.
 *
 * It never includes what people wrote. Messages of the database and of parsers quote the values that they failed on. So of those errors
 * only the kind and the place are logged, unless Postgres talks about itself.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const fields = error as Error & { code?: unknown; routine?: unknown; constraint_name?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    kind: error.name,
    ...(typeof fields.code === 'string' ? { code: fields.code } : {}),
    ...(typeof fields.routine === 'string' ? { routine: fields.routine } : {}),
    ...(typeof fields.constraint_name === 'string' ? { constraint: fields.constraint_name } : {}),
    ...(mayQuote(error) ? {} : { message: error.message }),
    ...(isDamaged(error) ? { damaged: true } : isUnavailable(error) ? { unavailable: true } : {}),
    at: frames.slice(0, 8).map((line) => line.trim()),
  };
}
