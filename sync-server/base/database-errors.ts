/** Distinguishes a database that cannot answer now from a statement that can never succeed. */

/** The database cannot be used. The message says what to do. */
export class DatabaseError extends Error {}

/** The database has not answered for some time. The same request may succeed in a moment. */
export class SlowDatabaseError extends Error {
  readonly code = 'ETIMEDOUT';
}

/** All connections were in use for too long. The code is that of Postgres when it has no more of them. */
export class BusyDatabaseError extends Error {
  readonly code = '53300';
}

/** SQLSTATE classes: connection, resources, operator (shutdown, cancelled by a time limit), system; and waits that were cut off. */
const unavailableStates = /^(08|53|57|58)|^(55P03|25P03|25P04|25006|XX001|XX002)$/;
/** Files of the database that are missing, unreadable or corrupt. Waiting does not repair them, but a backup does. */
const damagedStates = /^(58P01|58030|XX001|XX002)$/;
const unavailableCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
]);

function codes(error: unknown): string[] {
  const found: string[] = [];
  for (let one: unknown = error; one instanceof Error && found.length < 5; one = one.cause)
    found.push(String((one as { code?: unknown }).code));
  return found;
}

/** Whether the same request may succeed in a moment. The client is asked to try again. */
export const isUnavailable = (error: unknown): boolean =>
  codes(error).some((code) => unavailableCodes.has(code) || (code.length === 5 && unavailableStates.test(code)));

/** Whether part of the stored data is lost. */
export const isDamaged = (error: unknown): boolean => codes(error).some((code) => damagedStates.test(code));

/** Whether Postgres reports about itself, its files or connections. Such a message quotes no values from a statement. */
export const isServerReport = (error: unknown): boolean =>
  codes(error).some((code) => code.length === 5 && /^(08|28|3D|53|57|58|XX)/.test(code));

/** Postgres had no disk space for a write. */
export const isDiskFull = (error: unknown): boolean => codes(error).includes('53100');

/** A row with the same key already exists. */
export const isDuplicate = (error: unknown): boolean => codes(error).includes('23505');

/** A row that this row refers to does not exist. */
export const isOrphan = (error: unknown): boolean => codes(error).includes('23503');

/** Two transactions conflicted (serialization failure or deadlock). A retry of this one succeeds. */
export const isCollision = (error: unknown): boolean => codes(error).some((code) => code === '40001' || code === '40P01');
