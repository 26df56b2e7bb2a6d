import type { Actor, Verdict } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { WireDocument } from '../../schemas/protocol/sync.ts';
import type { Tx } from '../db/pool/transaction.ts';
import type { CommandContext } from './command.ts';
import type { NewRows } from './feature.ts';
import type { Write } from './push/applied-writes.ts';

/** A verdict, and what the act did where it set an answer. */
export type Answer = Verdict & {
  readonly did?: string | undefined;
  /** what it cost beyond one write from the member's budget, for the rows that it moved */
  readonly extraCost?: number;
};

/** What REST routes and accounts use of the engine; `createEngine` in `create-engine.ts` makes it. */
export interface Engine {
  /** A new id of a write or a row, drawn by the server's realm. Not for secrets. */
  newId(): string;
  /**
   * Carries out one act in its own transaction, exactly once per write id. A write that was carried out before is answered as allowed and
   * has no second effect. A write id that was used for something else is refused. Refused acts leave nothing behind. Streams wake after
   * commit. The rows that it moves are counted from the member's budget of writes. Without a write (null) nothing is remembered: for acts
   * that may be repeated without a second effect.
   */
  run(
    actor: Actor,
    write: string | Write | null,
    act: (context: CommandContext) => Promise<Verdict>,
    /** `paid`: the write was counted by `pay` */
    options?: { readonly paid?: boolean },
  ): Promise<Answer>;
  /**
   * Counts a write, or a fraction of it, before it is run, for requests whose work begins earlier.
   *
   * @throws HttpError 429 if the member's budget of writes is used up, 503 if the disk is full
   */
  pay(actor: Actor, writes?: number): Promise<void>;
  /** Counts this many writes more, for work that a request turned out to need. */
  charge(actor: Actor, writes: number): void;
  /** Creates a row of these collections, exactly once per write. Streams wake after commit. A pushed creation uses the same statement. */
  create<Name extends keyof NewRows & CollectionName>(
    collection: Name,
    actor: Actor,
    write: string | Write,
    input: NewRows[Name],
  ): Promise<Answer>;
  /**
   * The rows with these ids that the viewer may read now, as `tx` sees them. Hidden and missing rows are both absent.
   */
  visible(tx: Tx, viewer: string, collection: CollectionName, ids: readonly string[]): Promise<Map<string, WireDocument>>;
  /** Resolves when notifications are made for everything that this process wrote before the call (`notify` of the collections). */
  settled(): Promise<void>;
  /** For transactions that are not commands of a member (a sign-up, say): with the same context, log and wake-up as `run`. */
  system(act: (context: CommandContext) => Promise<void>): Promise<void>;
}
