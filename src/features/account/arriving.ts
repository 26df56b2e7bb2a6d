/**
 * The step between a new account and the first page. Only the verification leads to it, or the way back from a provider, and the entry of the
 * browser's history remembers it: a reload shows it again, another tab, another device and a later sign-in do not, and leaving it replaces the entry.
 */
export const arriving = { arriving: true } as const;

/** Whether the page was opened by what has just made the account. */
export const isArriving = (state: unknown): boolean => (state as { arriving?: unknown } | null)?.arriving === true;
