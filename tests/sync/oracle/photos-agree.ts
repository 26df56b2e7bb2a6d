import { pause } from '../../../schemas/base/pause.ts';
import type { Device } from './device.ts';
import { Chosen, type ExpectedRow } from './expected.ts';
import type { Facts, PhotoFact } from './facts.ts';
import { holdingsOf } from './holdings.ts';
import type { Ledger } from './ledger.ts';
import { rowsAhead } from './limits.ts';
import type { NewMember } from './oracle.ts';

/** A missing photo is asked for again after two seconds, then after twice as long each time. */
const QUIET_MS = 30_000;
const LOOK_EVERY_MS = 20;

type WithPhotos = Readonly<Record<string, unknown>>;
const photosIn = ({ photos }: WithPhotos) => (photos ?? []) as readonly PhotoFact[];
const idsIn = (rows: readonly WithPhotos[]): string[] => rows.flatMap((row) => photosIn(row).map(({ id }) => id));
const createdAt = ({ created_at }: ExpectedRow): string => (created_at instanceof Chosen ? (created_at.value ?? '') : String(created_at));

/** The rows that are among the newest with photos, however rows of the same moment are ordered. */
const newestOf = (rows: readonly ExpectedRow[]): readonly ExpectedRow[] =>
  rows.filter((row) => rows.filter((other) => createdAt(other) >= createdAt(row)).length <= rowsAhead);

/** Whether a device that knows its member's blocks hides this row. */
const isHidden = (facts: Facts, member: NewMember, { author_id, sender_id }: ExpectedRow): boolean =>
  facts.blocks.has(`${member.id}|${String(author_id ?? sender_id)}`);

/**
 * Resolves once the device stores bytes of no other photos than those that its rows name and show, or its writes that wait after a restore,
 * and of all of the newest rows, as far as the server has them. A device that stores none passes.
 *
 * @throws Error with the photos that differ
 */
export async function photosAgree(ledger: Ledger, member: NewMember, device: Device): Promise<void> {
  const deadline = ledger.realm.Date.now() + QUIET_MS;
  for (;;) {
    const held = await device.storedPhotos();
    if (held === null) return;
    const waiting = (await device.waitingWrites?.()) ?? [];
    // Another device may have yet to give back what a restored server has lost.
    const facts = ledger.oracle.now;
    const holdings = holdingsOf(facts, member.id);
    const withPhotos = device.collections.flatMap((name) => holdings[name].filter((row) => photosIn(row).length > 0));
    const rows = device.collections.includes('settings') ? withPhotos.filter((row) => !isHidden(facts, member, row)) : withPhotos;
    // A device keeps bytes that a restored server has lost.
    const mayBe = new Set(idsIn(rows).filter((id) => ledger.oracle.everStored(id)));
    const mustBe = new Set(idsIn(newestOf(rows)).filter((id) => facts.stored.has(id)));
    const owed = new Set(idsIn(waiting.map(({ document }) => document)));
    const missing = [...mustBe].filter((id) => !held.has(id));
    const extra = [...held].filter((id) => !mayBe.has(id) && !owed.has(id));
    if (missing.length + extra.length === 0) {
      ledger.coverage.count('photos compared on devices', held.size);
      ledger.coverage.count('rows with photos hidden on devices', withPhotos.length - rows.length);
      ledger.coverage.count('photos that a device may lack', mayBe.size - mustBe.size);
      return;
    }
    if (ledger.realm.Date.now() > deadline) {
      throw new Error(`${member.name}'s device lacks the photos [${missing.join(', ')}] and has [${extra.join(', ')}] besides`);
    }
    await pause(LOOK_EVERY_MS, ledger.realm);
    ledger.check();
  }
}
