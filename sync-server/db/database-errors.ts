/** Tells a database that cannot answer now from a statement that it will never carry out. */

/** SQLSTATE classes: connection, resources, operator (shutdown, cancelled by a time limit), system; and waits that were cut. */
const unavailableStates = /^(08|53|57|58)|^(55P03|25P03|25P04|25006)$/;
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

/** The same may succeed in a moment: the caller is told to come again. */
export const isUnavailable = (error: unknown): boolean =>
  codes(error).some((code) => unavailableCodes.has(code) || (code.length === 5 && unavailableStates.test(code)));

/** Postgres has no disk space for what it was to write. */
export const isDiskFull = (error: unknown): boolean => codes(error).includes('53100');

/** Something of the same key is there already. */
export const isDuplicate = (error: unknown): boolean => codes(error).includes('23505');

/** Two transactions were in each other's way; carried out again, this one succeeds. */
export const isCollision = (error: unknown): boolean => codes(error).some((code) => code === '40001' || code === '40P01');
