/**
 * The page that a visitor requested before signing in, for example by a link they received. It travels to the sign-in page in the browser's
 * history entry, which only this app writes.
 */
const memberPages = ['posts', 'friends', 'groups', 'notifications', 'settings', 'share', 'contact', 'terms', 'privacy', 'security'];

/** Whether a path is a members' page, which is worth returning to after sign-in. Only the first segment counts. */
export const isMemberPath = (pathname: string): boolean => memberPages.includes(pathname.split('/')[1] ?? '');

interface RequestedPage {
  readonly asked: string;
}

/** The history state to pass along when a members' page redirects to the sign-in page. */
export const requestedPageState = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): RequestedPage => ({
  asked: pathname + search + hash,
});

/** The requested page in this history state; undefined if there is none. */
export const requestedPageFrom = (state: unknown): string | undefined => (state as Partial<RequestedPage> | null)?.asked;
