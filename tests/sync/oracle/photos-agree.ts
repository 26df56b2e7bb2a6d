import type { Device } from './device.ts';
import type { PhotoFact } from './facts.ts';
import { holdingsOf } from './holdings.ts';
import type { Ledger } from './ledger.ts';
import type { NewMember } from './oracle.ts';

/** A missing photo is asked for again after two seconds, then after twice as long each time. */
const QUIET_MS = 30_000;

/**
 * Resolves once the device stores the bytes of exactly those photos that its rows name and that the server has. A device that stores none
 * passes.
 *
 * @throws Error with the photos that differ
 */
export async function photosAgree(ledger: Ledger, member: NewMember, device: Device): Promise<void> {
  const facts = ledger.oracle.now;
  const holdings = holdingsOf(facts, member.id);
  const named = device.collections.flatMap((name) => holdings[name].flatMap((row) => (row.photos ?? []) as readonly PhotoFact[]));
  const expected = new Set(named.map(({ id }) => id).filter((id) => facts.stored.has(id)));
  const deadline = Date.now() + QUIET_MS;
  for (;;) {
    const held = await device.storedPhotos();
    if (held === null) return;
    const missing = [...expected].filter((id) => !held.has(id));
    const extra = [...held].filter((id) => !expected.has(id));
    if (missing.length + extra.length === 0) {
      ledger.coverage.count('photos compared on devices', held.size);
      return;
    }
    if (Date.now() > deadline) {
      throw new Error(`${member.name}'s device lacks the photos [${missing.join(', ')}] and has [${extra.join(', ')}] besides`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    ledger.check();
  }
}
