import type { RareAct } from '../../schemas/base/rare-acts.ts';
import type { Actor, Verdict } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Tx } from '../db/pool/transaction.ts';
import type { ScopeName } from './scope-name.ts';

/** What a command changed: the row's new place in the log of these scopes, or its removal from them. */
export interface Change {
  readonly scopes: readonly ScopeName[];
  readonly collection: CollectionName;
  readonly id: string;
  readonly removed?: boolean;
}

/**
 * What a command works with. It reads and writes through `tx`, records its changes with `record`, and names the members whose set of scopes
 * may have changed with `membersMoved`. The log is written once, as the last statement before commit. Streams wake after the commit.
 */
export interface CommandContext {
  readonly tx: Tx;
  readonly actor: Actor;
  /** the id of the write, which is stored in the rows that it changes */
  readonly writeId: string;
  /** A new id for a row, drawn by the server's realm. Not for secrets. */
  newId(): string;
  readonly limits: { readonly maxDirectFriends: number; readonly invitationsPerDay: number; readonly firstInvitations: number };
  /** where reports are sent, null where nobody would read them, and how many a member may make in a day */
  readonly reports: { readonly to: string | null; readonly perDay: number };
  record(change: Change): void;
  /**
   * Every act that may add a text or a row to the actor's storage calls this. The act is refused with `STORAGE_USED_UP` where one of the
   * member's limits would be exceeded.
   */
  stores(): void;
  /** The same for bytes of photos, and for what is reserved for them. Several calls add up. */
  storesPhotos(bytes: number): void;
  /**
   * To be called by an act that may be done only a few times in an hour, once its rules allow it.
   *
   * @throws PutOff if it is one too many
   */
  countRare(act: RareAct, about: string): Promise<void>;
  /** Sets what the act did, where its rows do not show it later. It answers this request and repetitions of the same write. */
  answer(did: string): void;
  /**
   * The act is accepted, but no row is kept of it, because it is about something that does not exist. A push is answered with the row as it
   * was sent, so the answer does not reveal that.
   */
  keepsNoRow(): void;
  /** members whose set of scopes may be different after this: both sides of a friendship and all their friends, say */
  membersMoved(members: readonly string[]): void;
  /** The bytes of this image have arrived. After commit, the streams of members who may read a row that names it learn of it. */
  imageArrived(id: string): void;
  /** queues a mail in this transaction */
  mail(mail: {
    readonly to: string;
    readonly template: string;
    readonly data: Readonly<Record<string, string>>;
    /** the member whom the mail is about, by default the actor; the mail is deleted with them */
    readonly about?: string;
    /** A notification of the recipient. The mail is sent some minutes later, and not at all if the notification was read or is gone by then. */
    readonly unlessRead?: string;
  }): Promise<void>;
}

/** An act: it gathers facts, asks the rule in `schemas/` and writes. A refusal rolls everything back, so nothing is written. */
export type Command<Input> = (context: CommandContext, input: Input) => Promise<Verdict>;
