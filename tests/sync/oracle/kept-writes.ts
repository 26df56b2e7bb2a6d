/** What becomes of the writes of a device: each is answered by the server, and each refusal is shown to the member. */
import type { PendingRow } from '../../../workers/device/pending/pending-rows.ts';
import type { Device } from './device.ts';
import type { Ledger } from './ledger.ts';
import type { NewMember } from './oracle.ts';

/** Each refused write is shown once, with its code, on the device where it was written. */
export async function refusalsAreShown(ledger: Ledger, member: NewMember, device: Device): Promise<void> {
  const shown = await device.refusals();
  if (shown === null) return;
  const waiting = new Set((await device.waitingWrites?.())?.map(({ document }) => document.write_id));
  const expected = JSON.stringify([...device.network.refused].filter(([write]) => !waiting.has(write)).sort());
  const found = JSON.stringify([...shown].sort());
  if (found !== expected) ledger.complain(`${member.name}'s device shows the refusals ${found}, not ${expected}`);
  ledger.coverage.count('refusals shown on a device', shown.length);
}

/** What a restored server has lost, each device that had it accepted gives back. */
export function isGivenBack(ledger: Ledger, member: NewMember, device: Device): void {
  const { owed } = device.network;
  if (device.kind === 'worker' && owed.size > 0)
    ledger.complain(`${member.name}'s device does not give back the writes ${[...owed].join(', ')}`);
}

/** All tabs of a device show the same. */
export async function tabsAgree(ledger: Ledger, member: NewMember, device: Device): Promise<void> {
  const differing = (await device.differingTabs?.()) ?? [];
  if (differing.length > 0) ledger.complain(`the tabs of ${member.name}'s device show other rows of ${differing.join(', ')}`);
}

/** Once nothing is pending, the server has answered the latest write to every row. */
export async function noWriteIsLost(ledger: Ledger, member: NewMember, device: Device): Promise<void> {
  const lost = await device.lostWrites();
  if (lost.length > 0) ledger.complain(`${member.name}'s device lost writes that the server never answered: ${lost.join(', ')}`);
}

/** A row as a page writes it. */
export interface WrittenRow {
  readonly id: string;
  readonly write_id: string;
  readonly pending: number;
}

/**
 * The writes of a device's pages to each row, as the store answers them. A power cut, or the end of a tab, leaves a write without an answer.
 * If it is on the disk nevertheless, it replaces the kept write before it.
 */
export function followWrites() {
  interface Writes {
    /** the last write that the store has kept */
    readonly kept: string | null;
    /** the writes behind it that the store has not kept, as far as is known */
    readonly later: readonly string[];
  }
  const rows = new Map<string, Writes>();
  const writesTo = (row: string): Writes => rows.get(row) ?? { kept: null, later: [] };
  function keep(row: string, writeId: string): void {
    const { later } = writesTo(row);
    const at = later.indexOf(writeId);
    // Where it is missing, a later one is kept.
    if (at >= 0) rows.set(row, { kept: writeId, later: later.slice(at + 1) });
  }
  return {
    kept: (collection: string, id: string) => writesTo(`${collection} ${id}`).kept,
    /** Follows one write to the store, of these rows. */
    async during<T extends { readonly error: readonly { readonly documentId: string }[] }>(
      collection: string,
      written: readonly WrittenRow[],
      write: () => Promise<T>,
    ): Promise<T> {
      for (const { id, write_id } of written) {
        const row = `${collection} ${id}`;
        rows.set(row, { ...writesTo(row), later: [...writesTo(row).later, write_id] });
      }
      const answer = await write();
      const failed = new Set(answer.error.map(({ documentId }) => documentId));
      for (const { id, write_id } of written) if (!failed.has(id)) keep(`${collection} ${id}`, write_id);
      return answer;
    },
    /** The rows whose last kept write is not pending, although the server has answered neither it nor a later one. */
    lost(pending: readonly PendingRow[], answered: ReadonlySet<string>): string[] {
      const waiting = new Set(pending.map(({ collection, row }) => `${collection} ${row.id}`));
      return [...rows].flatMap(([row, { kept, later }]) => {
        const isLost = kept !== null && !waiting.has(row) && ![kept, ...later].some((writeId) => answered.has(writeId));
        return isLost ? [row] : [];
      });
    },
  };
}
