/**
 * Forms that wait for a photo: a chooser or camera is open, or a file is being made small. Phones end pages in the middle of that, without
 * any event. So each page notes what it waits for, in local storage: that is written within the press, before a chooser opens. A page that
 * starts finds the notes of pages that are gone: each page has a lock, which the browser releases with it.
 */
import { tabId } from '../session/tab-id.ts';

const PREFIX = 'kith-awaited-photo ';
const lockOf = (tab: string): string => `${PREFIX}${tab}`;

/** How often this page waits for a photo of each form. */
const counts = new Map<string, number>();
let living = false;

/** From now on other pages see that this one is there. Call it before a chooser can be opened: locks take a moment. */
export function showThatTabLives(): void {
  if (living) return;
  living = true;
  navigator.locks
    .request(lockOf(tabId), () => new Promise<never>(() => undefined))
    .catch((error: unknown) => console.warn('Other pages cannot see this one', error));
}

function note(key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  counts.set(key, count);
  try {
    if (count > 0) localStorage.setItem(key, '');
    else localStorage.removeItem(key);
  } catch (error) {
    console.warn('It could not be noted that a photo is awaited', error);
  }
}

/** Notes that this form waits for a photo, until the returned function is called. */
export function awaitPhoto(userId: string, form: string): () => void {
  showThatTabLives();
  const key = `${PREFIX}${userId} ${tabId} ${form}`;
  note(key, 1);
  let waits = true;
  return () => {
    if (waits) note(key, -1);
    waits = false;
  };
}

/** The forms of this member that waited for a photo when their page ended, the latest page last. Each is returned once, to one page. */
export async function takeUnarrivedPhotos(userId: string): Promise<readonly string[]> {
  const start = `${PREFIX}${userId} `;
  const notes = Object.keys(localStorage).filter((key) => key.startsWith(start));
  const forms: string[] = [];
  for (const key of notes.sort()) {
    const [tab = '', ...form] = key.slice(start.length).split(' ');
    if (tab === tabId) continue;
    await navigator.locks.request(lockOf(tab), { ifAvailable: true }, (lock) => {
      // Another page may have returned it in between.
      if (!lock || localStorage.getItem(key) === null) return;
      localStorage.removeItem(key);
      forms.push(form.join(' '));
    });
  }
  return forms;
}
