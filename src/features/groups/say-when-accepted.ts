import type { LocalStore } from '../../data/store/local-store.tsx';
import { writeOutcome } from '../../data/store/write-outcome.ts';
import { postText } from '../../text/posts.ts';
import { notify } from '../../ui/overlays/toast.ts';

/** Shows `done` once the server has the written group, and without a connection that it waits. A refused write shows in the outbox. */
export async function sayWhenAccepted(store: LocalStore, groupId: string, done: string): Promise<void> {
  const outcome = await writeOutcome(store, 'groups', groupId);
  if (outcome === 'accepted') notify.success(done);
  else if (outcome === 'waits') notify.info(postText.waits);
}
