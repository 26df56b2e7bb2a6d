/**
 * A channel as the engine sees it: one collection as REST shows it, for one member. The engine knows where rows lie and who reads them. The
 * feature decides what the rows look like and which of them belong to the channel.
 */
import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { ScopeKind } from '../scope-name.ts';

/** An entity as REST answers it. */
export type Entity = { readonly id: string };

export interface Channel {
  /** as in the path; event ids are valid for this channel only */
  readonly name: string;
  readonly collection: CollectionName;
  /**
   * The row whose readers are the channel's readers: the post for comments, the group for messages. A channel without a parent covers the
   * scopes of `kinds` that the member reads.
   */
  readonly parent?: { readonly collection: CollectionName; readonly id: string; readonly refusal: RefusalCode };
  readonly kinds: readonly ScopeKind[];
  /** The entities with these ids that the viewer may read now, as REST answers them. */
  views(tx: Tx, viewer: string, ids: readonly string[]): Promise<readonly Entity[]>;
  /** The ids among these that belong to another channel of the same collection. */
  foreign?(tx: Tx, ids: readonly string[]): Promise<readonly string[]>;
  /** Collections whose rows show in an entity (reactions, say): where one changes, the entity is sent again. */
  readonly shown: readonly Shown[];
}

export interface Shown {
  readonly collection: CollectionName;
  /** Other scopes than the channel's where such rows lie. A channel without a parent reads them too. */
  readonly kinds?: readonly ScopeKind[];
  /** The entities in which rows with these ids show, of any number for each row; at most `limit` pairs. */
  ownersOf(tx: Tx, ids: readonly string[], at: { readonly viewer: string; readonly limit: number }): Promise<readonly Showing[]>;
}

/** A row that shows in an entity. */
export interface Showing {
  readonly shown: string;
  readonly owner: string;
}

/** Why a channel ended. Hidden and deleted parents have the same reason. */
export type ClosedReason = 'gone' | 'session_ended' | 'too_many_channels' | 'server_restarts';
