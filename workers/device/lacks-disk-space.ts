/**
 * Distinguishes a write that failed for lack of disk space from one that failed otherwise. Browsers report it at the write, or only at
 * the end of the transaction. The layers between wrap the error, so this searches all nested errors.
 */
const NAMES = new Set(['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED', 'NS_ERROR_FILE_NO_DEVICE_SPACE']);
const WORDS = /QuotaExceeded|exceeded the quota|quota (?:has been |was )?(?:exceeded|reached)|full disk|disk (?:is )?full|no space left/i;
const WRAPPED = ['inner', 'cause', 'failures', 'parameters', 'errors', 'writeError'] as const;
const DEEPEST = 5;

export function lacksDiskSpace(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return false;
  if (Array.isArray(error)) return error.some((each) => lacksDiskSpace(each, depth + 1));
  const { name, message } = error as { name?: unknown; message?: unknown };
  if (typeof name === 'string' && NAMES.has(name)) return true;
  if (typeof message === 'string' && WORDS.test(message)) return true;
  return WRAPPED.some((key) => lacksDiskSpace((error as Record<string, unknown>)[key], depth + 1));
}
