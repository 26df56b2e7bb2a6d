import { isMemberPath } from './requested-page.ts';

const FEED = '/posts';

function parsed(address: string, origin: string): URL | null {
  try {
    return new URL(address, origin);
  } catch {
    return null;
  }
}

/** The page to open after sign-in. It is the requested page if that is a members' page of this app, otherwise the feed. */
export function pageAfterSignIn(asked: string | null | undefined, origin = location.origin): string {
  const url = asked?.startsWith('/') ? parsed(asked, origin) : null;
  return url?.origin === origin && isMemberPath(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : FEED;
}
