import type { Actor, Verdict } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { WireDocument } from '../../schemas/protocol/sync.ts';
import type { Tx } from '../db/transaction.ts';
import type { Write } from './applied-writes.ts';
import type { CommandContext } from './command.ts';
import type { NewRows } from './feature.ts';

/** A verdict, and what the act did where it said so. */
export type Answer = Verdict & { readonly did?: string | undefined };

/** What REST routes and accounts use of the engine; `createEngine` in `create-engine.ts` makes it. */
export interface Engine {
  /**
   * Carries out one act in a transaction of its own, exactly once per `writeId`: one that was carried out before is answered
   * as allowed and has no second effect, one whose id was used for something else is refused. Refused acts leave nothing behind. Readers are
   * woken after commit.
   */
  run(actor: Actor, write: string | Write, act: (context: CommandContext) => Promise<Verdict>): Promise<Answer>;
  /** Creates a row of these collections, exactly once per `write`, and woken alike. The REST call, the push and the demo all come to this. */
  create<Name extends keyof NewRows & CollectionName>(
    collection: Name,
    actor: Actor,
    write: string | Write,
    input: NewRows[Name],
  ): Promise<Answer>;
  /**
   * What the viewer may read of these ids now, in one snapshot. The answer for hidden and for missing is the same: absent.
   */
  visible(tx: Tx, viewer: string, collection: CollectionName, ids: readonly string[]): Promise<Map<string, WireDocument>>;
  /** Resolves when all that was written in this process before this call has been told of (`announce` of the collections). */
  settled(): Promise<void>;
  /** For transactions that are not commands of a member (a sign-up, say): same context, flushed and woken alike. */
  system(act: (context: CommandContext) => Promise<void>): Promise<void>;
}
