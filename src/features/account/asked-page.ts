/**
 * The page that somebody asked for before they signed in, by a link that was sent to them perhaps. It goes with the way to the sign-in page and,
 * for a provider, with the tab; only pages of the app itself are led to, whatever stands there.
 */
export const memberPages = ['posts', 'friends', 'groups', 'notifications', 'settings', 'contact', 'terms', 'privacy', 'security'];

const FEED = '/posts';

interface Asked {
  readonly asked: string;
}

/** What goes with the way to the sign-in page. */
export const askedFor = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Asked => ({
  asked: `${pathname}${search}${hash}`,
});

/** The page that came with the way to where this state is; none where none did. */
export function askedIn(state: unknown): string | undefined {
  const { asked } = (state ?? {}) as Partial<Asked>;
  return typeof asked === 'string' ? asked : undefined;
}

function parsed(address: string, origin: string): URL | null {
  try {
    return new URL(address, origin);
  } catch {
    return null;
  }
}

/** Where to go once signed in: the page that was asked for, where it is a member's in this app, else the feed. */
export function pageAfterSignIn(asked: string | null | undefined, origin = location.origin): string {
  const url = asked?.startsWith('/') ? parsed(asked, origin) : null;
  const [, first = ''] = url?.pathname.split('/') ?? [];
  return url?.origin === origin && memberPages.includes(first) ? `${url.pathname}${url.search}${url.hash}` : FEED;
}
