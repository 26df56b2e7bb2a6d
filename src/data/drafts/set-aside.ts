/**
 * Texts that this device could not store, say because its disk is full. They stay in their form, and in the session storage of their tab,
 * which has a quota of its own and outlives a reload, but not its tab. So as long as there is such a text, the page asks before it goes.
 * Session storage is emptied when its member signs out (kept-after-sign-out.ts).
 */
import type { StoredDraft } from '../store/draft-store.ts';

/** What a form needs to go on with its text after a reload. */
export interface SetAside extends Pick<StoredDraft, 'value' | 'rowId'> {
  /** the stored draft that it continues */
  readonly over: Pick<StoredDraft, 'id' | 'revision'> | null;
}

const PREFIX = 'kith-unstored ';
const place = (userId: string, key = ''): string => `${PREFIX}${userId} ${key}`;

/** Keeps the text of this form, in place of an earlier one. A browser that keeps nothing keeps it in the form alone. */
export function setAside(userId: string, key: string, text: SetAside): void {
  try {
    sessionStorage.setItem(place(userId, key), JSON.stringify(text));
  } catch (error) {
    console.warn('A text could not be kept for a reload', error);
  }
}

/** The text of this form that was set aside; null if there is none. */
export function readSetAside(userId: string, key: string): SetAside | null {
  try {
    return JSON.parse(sessionStorage.getItem(place(userId, key)) ?? 'null') as SetAside | null;
  } catch {
    return null;
  }
}

export function forgetSetAside(userId: string, key: string): void {
  try {
    sessionStorage.removeItem(place(userId, key));
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

/** The forms of this member whose texts were set aside in this tab. */
export function keysSetAside(userId: string): readonly string[] {
  try {
    const start = place(userId);
    return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));
  } catch {
    return [];
  }
}

const holding = new Set<object>();
const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** As long as anything holds the page, the browser asks its member before the page goes. */
export function holdPage(holder: object, holds: boolean): void {
  if (holds) holding.add(holder);
  else if (!holding.delete(holder)) return;
  // Only while it is needed: a page with this listener is not kept for going back.
  if (holding.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
