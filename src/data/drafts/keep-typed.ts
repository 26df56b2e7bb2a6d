import { pause } from '../../../schemas/base/pause.ts';
import { writesSettled } from '../store/local-write.ts';
import { storeDraftsNow } from './page-drafts.ts';

/** A store that does not answer must not hold up a page forever. */
const LONGEST_MS = 2000;

/** Resolves when the local store has everything that was typed or written in this page. Called before the page reloads. */
export async function keepTyped(): Promise<void> {
  const longest = pause(LONGEST_MS);
  await Promise.race([longest, Promise.all([storeDraftsNow(), writesSettled()])]);
}
