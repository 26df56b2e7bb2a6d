/**
 * What a channel is to the engine: one collection as REST shows it, for one member. The engine knows where rows lie and who reads
 * them; what they look like and which of them belong to the channel is the feature's to say.
 */

import type { RefusalCode } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Tx } from '../db/transaction.ts';
import type { ScopeKind } from './scope-name.ts';

/** An entity as REST answers it. */
export type Entity = { readonly id: string };

export interface Channel {
  /** as in the path; event ids are good for it alone */
  readonly name: string;
  readonly collection: CollectionName;
  /** The row whose readers are the channel's: the post of comments, the group of messages. Without it, a member's own scopes of `kinds`. */
  readonly parent?: { readonly collection: CollectionName; readonly id: string; readonly refusal: RefusalCode };
  readonly kinds: readonly ScopeKind[];
  /** Those of these entities that the viewer may read now, as REST gives them. */
  views(tx: Tx, viewer: string, ids: readonly string[]): Promise<readonly Entity[]>;
  /** Those of these ids that are of another channel of the same collection. */
  foreign?(tx: Tx, ids: readonly string[]): Promise<readonly string[]>;
  /** Rows of other collections that show in an entity (reactions, say), and the ids of the entities in which these do. */
  readonly shown: readonly {
    readonly collection: CollectionName;
    ownersOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>>;
  }[];
}

/** Why a channel ended. What is hidden and what is gone are told alike. */
export type ClosedReason = 'gone' | 'session_ended' | 'too_many_channels' | 'server_restarts';
