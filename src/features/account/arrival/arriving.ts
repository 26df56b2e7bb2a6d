/**
 * The step between a new account and the first page. Only the verification and the return from a provider lead to it. The browser's history
 * entry remembers it, so a reload shows it again. Another tab, another device and a later sign-in do not show it. Leaving the step replaces
 * the history entry.
 */
export const arriving = { arriving: true } as const;

/** The same for a member who has just typed their name: they are not asked for it again. */
export const arrivingNamed = { arriving: true, named: true } as const;

export const isNamed = (state: unknown): boolean => (state as { named?: unknown } | null)?.named === true;

/** Whether the page was opened right after the account was created. */
export const isArriving = (state: unknown): boolean => (state as { arriving?: unknown } | null)?.arriving === true;

/** The next step: an inviter waits for the member's answer. `invite` is the token of the link that brought the member, if there was one. */
export const answering = (invite?: string) => ({ arriving: true, answering: true, ...(invite ? { invite } : {}) }) as const;

/** The same step, once the answer was given: a reload goes on to the page behind it. */
export const answered = (state: unknown) => ({ ...(state as object), answered: true });

export const isAnswered = (state: unknown): boolean => (state as { answered?: unknown } | null)?.answered === true;

/** Whether the page asks for that answer, and the token of the link that the member came by. Undefined if it does not ask. */
export function isAnswering(state: unknown): { readonly invite: string | undefined } | undefined {
  const { answering, invite } = (state ?? {}) as { answering?: unknown; invite?: unknown };
  return answering === true ? { invite: typeof invite === 'string' ? invite : undefined } : undefined;
}
