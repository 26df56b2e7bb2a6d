/** What is known of a start before anything is read from the device's databases. */
export interface StartFacts {
  /** the member whom the marker of the session names */
  readonly member: string | undefined;
  /** whether a local database, of any member, must still be erased */
  readonly owesErasure: boolean;
  /** whether the server must still learn of a sign-out */
  readonly owesSignOut: boolean;
  readonly path: string;
  /** whether the address or the entry of the history has the link of a mail */
  readonly hasMailLink: boolean;
  /** whether the page goes on with the arrival of a new member */
  readonly isArriving: boolean;
  /** how far down this page was left, in pixels */
  readonly place: number;
  /** whether nobody sees the page: it is hidden, or the browser renders it ahead */
  readonly isUnseen: boolean;
}

/** `/` leads a member to the feed. */
const FEED_PATHS: readonly string[] = ['/', '/posts'];

/**
 * The member whose newest posts the first drawing shows, read before RxDB is loaded. Undefined if the start must wait for the store: it may
 * have to erase it first, shows another page, or shows rows that are not among the first ones.
 */
export function mayRead(facts: StartFacts): string | undefined {
  if (facts.owesErasure || facts.owesSignOut) return undefined;
  if (!FEED_PATHS.includes(facts.path) || facts.hasMailLink || facts.isArriving || facts.place > 0 || facts.isUnseen) return undefined;
  return facts.member;
}
