/** Tells a database that cannot answer now from a statement that it will never carry out. */

/** SQLSTATE classes: connection, resources, operator (shutdown, cancelled by a time limit), system; and waits that were cut. */
const unavailableStates = /^(08|53|57|58)|^(55P03|25P03|25P04|25006|XX001|XX002)$/;
/** Files of the database that are missing, cannot be read, or hold what cannot be. Waiting does not mend them, but a backup does. */
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

/** The same may succeed in a moment: the caller is told to come again. */
export const isUnavailable = (error: unknown): boolean =>
  codes(error).some((code) => unavailableCodes.has(code) || (code.length === 5 && unavailableStates.test(code)));

/** Part of what the database keeps is gone. */
export const isDamaged = (error: unknown): boolean => codes(error).some((code) => damagedStates.test(code));

/** What Postgres says of itself, of its files and of connections. It quotes nothing that a statement held. */
export const speaksOfItself = (error: unknown): boolean =>
  codes(error).some((code) => code.length === 5 && /^(08|28|3D|53|57|58|XX)/.test(code));

/** Postgres has no disk space for what it was to write. */
export const isDiskFull = (error: unknown): boolean => codes(error).includes('53100');

/** Something of the same key is there already. */
export const isDuplicate = (error: unknown): boolean => codes(error).includes('23505');

/** What a row was to belong to is not there. */
export const isOrphan = (error: unknown): boolean => codes(error).includes('23503');

/** Two transactions were in each other's way; carried out again, this one succeeds. */
export const isCollision = (error: unknown): boolean => codes(error).some((code) => code === '40001' || code === '40P01');
