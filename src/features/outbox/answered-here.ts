/**
 * Invitations whose answer this page waits for. If the answer is refused, the place where it was given says so, and no message on top of
 * the page does.
 */
export const answeredHere = new Set<string>();
