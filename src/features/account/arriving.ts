/**
 * The step between a new account and the first page. Only the verification leads to it, or the way back from a provider, and the entry of the
 * browser's history remembers it: a reload shows it again, another tab, another device and a later sign-in do not, and leaving it replaces the entry.
 */
export const arriving = { arriving: true } as const;

/** Whether the page was opened by what has just made the account. */
export const isArriving = (state: unknown): boolean => (state as { arriving?: unknown } | null)?.arriving === true;

/** The next step: somebody waits for an answer to their invitation, by the link with this token perhaps. */
export const answering = (invite?: string) => ({ arriving: true, answering: true, ...(invite ? { invite } : {}) }) as const;

/** Whether the page asks for that answer, and by which link somebody came. */
export function isAnswering(state: unknown): { readonly invite: string | undefined } | undefined {
  const { answering, invite } = (state ?? {}) as { answering?: unknown; invite?: unknown };
  return answering === true ? { invite: typeof invite === 'string' ? invite : undefined } : undefined;
}
