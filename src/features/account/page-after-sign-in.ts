import { isMemberPath } from './asked-page.ts';

const FEED = '/posts';

function parsed(address: string, origin: string): URL | null {
  try {
    return new URL(address, origin);
  } catch {
    return null;
  }
}

/** Where to go once signed in, by what was kept meanwhile: a member's page in this app, whatever stands there, else the feed. */
export function pageAfterSignIn(asked: string | null | undefined, origin = location.origin): string {
  const url = asked?.startsWith('/') ? parsed(asked, origin) : null;
  return url?.origin === origin && isMemberPath(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : FEED;
}
