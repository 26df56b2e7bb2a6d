/**
 * The page that somebody asked for before they signed in, by a link that was sent to them perhaps. It goes with the way to the sign-in page, in
 * the entry of the browser's history that only this app writes.
 */
export const memberPages = ['posts', 'friends', 'groups', 'notifications', 'settings', 'contact', 'terms', 'privacy', 'security'];

interface Asked {
  readonly asked: string;
}

/** What goes with the way to the sign-in page, from a member's page. */
export const askedFor = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Asked => ({
  asked: pathname + search + hash,
});

/** The page that came with the way to where this state is; none where none did. */
export const askedIn = (state: unknown): string | undefined => (state as Partial<Asked> | null)?.asked;
