import { storeDraftsNow } from './drafts.ts';
import { writesSettled } from './local-write.ts';

/** A store that does not answer must not keep a page for ever. */
const LONGEST_MS = 2000;

/** Resolves when the local store has what this page was given to keep: before the page is loaded anew. */
export async function keepTyped(): Promise<void> {
  const longest = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_MS));
  await Promise.race([longest, Promise.all([storeDraftsNow(), writesSettled()])]);
}
