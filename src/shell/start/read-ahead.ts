import { keptAfterSignOut } from '../../data/session/kept-after-sign-out.ts';
import { onErasureOwed, owedErasures } from '../../data/session/owed-erasure.ts';
import { isSignedIn, onSessionEvent, signedInMember } from '../../data/session/session.ts';
import { isArriving } from '../../features/account/arrival/arriving.ts';
import { openedLink } from '../../features/account/arrival/opened-link.ts';
import { requestedPageFrom } from '../../features/account/arrival/requested-page.ts';
import { beginFirstRows, dropFirstRows, recheckFirstRows } from '../../first/first-rows.ts';
import { mayRead } from '../../first/may-read.ts';
import { placeAtStart } from '../use-scroll-places.ts';

/** Begins to read the first rows if a page at this path shows them. */
function readFor({ path, place }: { readonly path: string; readonly place: number }): void {
  const { usr: state } = (window.history.state ?? {}) as { readonly usr?: unknown };
  const member = mayRead({
    member: signedInMember(),
    owesErasure: owedErasures().length > 0,
    owesSignOut: localStorage.getItem(keptAfterSignOut.signOutOwed) !== null,
    path,
    hasMailLink: openedLink({ pathname: location.pathname, hash: location.hash, state }) !== undefined,
    isArriving: isArriving(state),
    place,
    isUnseen: document.hidden || (document as { readonly prerendering?: boolean }).prerendering === true,
  });
  if (member === undefined) return;
  watch();
  beginFirstRows(member, () => isSignedIn(member) && owedErasures().length === 0);
}

let isWatched = false;
function watch(): void {
  if (isWatched) return;
  isWatched = true;
  onSessionEvent(recheckFirstRows);
  onErasureOwed(dropFirstRows);
}

/**
 * Begins to read the first rows of the feed, if this start shows it, while the code of the page still loads. Call it once in a browser that
 * can run the app.
 */
export const readAhead = (): void => readFor({ path: location.pathname, place: placeAtStart() });

/** The same for a member who has just signed in, once the first page is stored here. The sign-in page leads to the page that they requested. */
export function readFirstPage(): void {
  const { usr: state } = (window.history.state ?? {}) as { readonly usr?: unknown };
  const requested = requestedPageFrom(state) ?? '/posts';
  readFor({ path: location.pathname === '/auth' ? requested : location.pathname, place: 0 });
}
