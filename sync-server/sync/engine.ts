import type { Actor, Verdict } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { WireDocument } from '../../schemas/protocol/sync.ts';
import type { Tx } from '../db/transaction.ts';
import type { Write } from './applied-writes.ts';
import type { CommandContext } from './command.ts';
import type { NewRows } from './feature.ts';

/** A verdict, and what the act did where it set an answer. */
export type Answer = Verdict & { readonly did?: string | undefined };

/** What REST routes and accounts use of the engine; `createEngine` in `create-engine.ts` makes it. */
export interface Engine {
  /**
   * Carries out one act in its own transaction, exactly once per write id. A write that was carried out before is answered as allowed and
   * has no second effect. A write id that was used for something else is refused. Refused acts leave nothing behind. Streams wake after
   * commit.
   */
  run(actor: Actor, write: string | Write, act: (context: CommandContext) => Promise<Verdict>): Promise<Answer>;
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
  /** Resolves when notifications are made for everything that this process wrote before the call (`announce` of the collections). */
  settled(): Promise<void>;
  /** For transactions that are not commands of a member (a sign-up, say): with the same context, log and wake-up as `run`. */
  system(act: (context: CommandContext) => Promise<void>): Promise<void>;
}
