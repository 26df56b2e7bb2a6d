/** Reads the bytes of photos: a member gets those of the rows that they may read now, and 404 for all others. */
import type { Step } from './history.ts';
import type { Ledger } from './ledger.ts';
import type { Network } from './network.ts';
import type { NewMember } from './oracle.ts';
import { mayReadPhoto } from './photo-acts.ts';

/** Asks for this photo, whether it was ever shown to the member or not. */
async function readPhoto(ledger: Ledger, network: Network, member: NewMember, id: string, size: 'small' | 'large'): Promise<void> {
  // No other write of this history runs at the same time, so the answer belongs to one known moment.
  await ledger.write(async () => {
    const { status } = await network.untilAnswered('GET', `/api/images/${id}${size === 'small' ? '?size=small' : ''}`, undefined);
    const expected = mayReadPhoto(ledger.oracle.now, member.id, id) ? 200 : 404;
    ledger.coverage.count(`read: a${status === 404 && ledger.oracle.now.stored.has(id) ? ' stored' : ''} photo, ${status}`);
    if (status !== expected) ledger.complain(`the photo ${id} was answered ${status} to ${member.name}, not ${expected}`);
  });
}

/** Asks for a photo that some row names or named, mostly for one whose bytes the server had. */
export async function readAnyPhoto(ledger: Ledger, network: Network, member: NewMember, { pick, other }: Step): Promise<void> {
  const { stored, photoIds } = ledger.oracle.now;
  const ids = [...(stored.size > 0 && pick % 4 > 0 ? stored : photoIds)];
  const id = ids[(8 * pick + other) % Math.max(1, ids.length)];
  if (id !== undefined) await readPhoto(ledger, network, member, id, other % 2 === 0 ? 'small' : 'large');
}

export async function readNewestPhoto(ledger: Ledger, network: Network, member: NewMember): Promise<void> {
  const id = [...ledger.oracle.now.stored].at(-1);
  if (id !== undefined) await readPhoto(ledger, network, member, id, 'small');
}
