import { hasUnstoredDrafts, onDraftChange } from './drafts/page-drafts.ts';
import type { LocalStore } from './store/local-store.tsx';
import { isWriting, onWriting } from './store/local-write.ts';
import { knownPending, onPendingChange } from './store/page-pending.ts';

const frame = () => new Promise(requestAnimationFrame);

/**
 * Sets `data-rest` on the root of the page while the page is at rest, for tests and other observers from outside: no row is pending, no write
 * is under way, what was typed is stored, everything new was fetched, and since then the store has answered and two frames were drawn. The
 * mark goes in the same turn in which any of this ends. Nothing in the page depends on it. The returned function ends it.
 */
export function markAtRest({ database, connection }: Pick<LocalStore, 'database' | 'connection'>): () => void {
  const { dataset } = document.documentElement;
  let turn = 0;

  function isQuiet(): boolean {
    const { kind, pending } = connection.snapshot().status;
    const here = knownPending(database)?.count ?? 0;
    return kind === 'live' && pending + here === 0 && !isWriting() && !hasUnstoredDrafts();
  }

  /** Twice, because what is drawn may ask the store for more. */
  async function settle(mine: number): Promise<void> {
    for (let nth = 0; nth < 2; nth += 1) {
      await database.requestIdlePromise();
      await frame();
      if (mine !== turn) return;
    }
    dataset.rest = '';
  }

  function begin(): void {
    turn += 1;
    delete dataset.rest;
  }
  function look(): void {
    begin();
    // A store that is being closed never rests.
    if (isQuiet()) settle(turn).catch(() => undefined);
  }

  const endings = [connection.subscribe(look), onPendingChange(database, look), onWriting(look), onDraftChange(look)];
  look();
  return () => {
    for (const end of endings) end();
    begin();
  };
}
