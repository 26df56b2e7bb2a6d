/**
 * Which address waits for its confirmation. The entry of this tab in the browser's history keeps it: a reload, and coming back from the mail
 * app, show the page again. Another visit in the same browser does not, so the next person at a shared computer does not see the address.
 */
export const waitingFor = (state: unknown, email: string | undefined): object => ({ ...(state as object | null), waitsFor: email });

export function addressWaiting(state: unknown): string | undefined {
  const { waitsFor } = (state ?? {}) as { waitsFor?: unknown };
  return typeof waitsFor === 'string' ? waitsFor : undefined;
}
