/**
 * The page that somebody asked for before they signed in, by a link that was sent to them perhaps. It goes with the way to the sign-in page, in
 * the entry of the browser's history that only this app writes.
 */
const memberPages = ['posts', 'friends', 'groups', 'notifications', 'settings', 'contact', 'terms', 'privacy', 'security'];

/** Whether a path, with whatever follows, is a page of members that is worth to be asked for. */
export const isMemberPath = (pathname: string): boolean => memberPages.includes(pathname.split('/')[1] ?? '');

interface Asked {
  readonly asked: string;
}

/** What goes with the way to the sign-in page, from a member's page. */
export const askedFor = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Asked => ({
  asked: pathname + search + hash,
});

/** The page that came with the way to where this state is; none where none did. */
export const askedIn = (state: unknown): string | undefined => (state as Partial<Asked> | null)?.asked;
