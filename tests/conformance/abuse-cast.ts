/**
 * Who is who in the tests of abuse. Mal is a member like any other, with a friend, a friend of a friend, and ids of everything that
 * there is: his own, what he sees, what is hidden from him, and what was deleted.
 */
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Database } from '../../sync-server/db/transaction.ts';
import { collectionFeatures } from '../../sync-server/features/collection-features.ts';
import type { Row, RowRef } from '../../sync-server/sync/feature.ts';
import { createFeatureWorld } from '../support/feature-world.ts';

/** A replicated row as it is stored, whoever may read it. */
export interface LiveRow {
  readonly collection: CollectionName;
  readonly row: Row;
  /** to Mal */
  readonly visible: boolean;
  /** of Mal */
  readonly own: boolean;
}

/** Whose row it is: who wrote it, or whom it is about. */
export const ownerField: Readonly<Record<CollectionName, string>> = {
  posts: 'author_id',
  comments: 'author_id',
  reactions: 'user_id',
  profiles: 'id',
  contacts: 'id',
  settings: 'user_id',
  friends: 'user_id',
  invitations: 'inviter_id',
  groups: 'founder_id',
  group_members: 'user_id',
  group_messages: 'sender_id',
  notifications: 'user_id',
};

export type AbuseCast = Awaited<ReturnType<typeof createAbuseCast>>;

export async function createAbuseCast(database: Database) {
  const world = createFeatureWorld(database, { maxDirectFriends: 8, invitationsPerDay: 100_000 });
  const [mal, ben, cleo, dora, eli, fay, guy, hal] = await Promise.all(
    ['Mal', 'Ben', 'Cleo', 'Dora', 'Eli', 'Fay', 'Guy', 'Hal'].map((name) => world.signUp(name)),
  );
  if (!mal || !ben || !cleo || !dora || !eli || !fay || !guy || !hal) throw new Error('somebody did not come');
  await world.befriend(mal, ben);
  await world.befriend(ben, cleo);
  await world.befriend(dora, eli);
  for (const member of [mal, ben, dora]) {
    await world.done(member, 'settings', { id: `${member.id}|theme`, user_id: member.id, key: 'theme', value: 'dark' });
  }

  const own = { post: await world.post(mal), comment: '', chosen: await world.post(mal, { audience: 'specific', chosen: [ben] }) };
  const seen = {
    post: await world.post(ben),
    comment: '',
    public: await world.post(cleo, { audience: 'public' }),
    reply: await world.comment(ben, own.post, 'a reply to Mal'),
  };
  seen.comment = await world.comment(ben, seen.post);
  own.comment = await world.comment(mal, seen.post, 'by Mal');
  await world.react(mal, 'post', seen.post);
  await world.react(ben, 'post', own.post);
  await world.react(ben, 'comment', own.comment, '🎉');
  await world.react(cleo, 'post', seen.public);

  const hidden = {
    private: await world.post(ben, { audience: 'private' }),
    /** Ben has it, and Mal does not: it is for somebody else */
    chosen: await world.post(ben, { audience: 'specific', chosen: [cleo] }),
    post: await world.post(dora),
    comment: '',
  };
  hidden.comment = await world.comment(eli, hidden.post);
  await world.react(eli, 'post', hidden.post);
  await world.react(dora, 'comment', hidden.comment);

  const invitations = {
    sent: await world.invite(mal, { member: fay.id }),
    received: await world.invite(eli, { member: mal.id }),
    foreign: await world.invite(dora, { member: fay.id }),
    byAddress: await world.invite(dora, { email: 'nobody-yet@kith.test' }),
  };

  // Mal is a member of Ben's group, an admin of Cleo's, the owner of his own, and a stranger to Dora's.
  const groups = {
    ours: await world.group(ben, mal, cleo),
    admins: await world.group(ben, mal),
    own: await world.group(mal, ben),
    hidden: await world.group(dora, eli),
  };
  await world.setRole(ben, groups.admins, mal, 'admin');
  const messages = {
    own: await world.message(mal, groups.ours, 'by Mal'),
    seen: await world.message(ben, groups.ours),
    hidden: await world.message(dora, groups.hidden),
    gone: await world.message(mal, groups.ours, 'soon gone'),
  };
  await world.react(ben, 'message', messages.own);
  await world.react(eli, 'message', messages.hidden);
  await world.done(mal, 'group_messages', { id: messages.gone, is_deleted: true });
  await world.befriend(dora, hal);
  const groupInvitations = {
    hidden: await world.inviteToGroup(dora, groups.hidden, hal),
    seen: await world.inviteToGroup(ben, groups.admins, cleo),
  };
  await world.befriend(mal, guy);
  const deletedGroup = await world.group(mal);
  await world.done(mal, 'groups', { id: deletedGroup, _deleted: true });

  const deleted = {
    group: deletedGroup,
    message: messages.gone,
    post: await world.post(mal),
    comment: await world.comment(mal, seen.post, 'gone'),
    foreign: await world.post(dora),
  };
  await world.done(mal, 'posts', { id: deleted.post, _deleted: true });
  await world.done(dora, 'posts', { id: deleted.foreign, _deleted: true });
  await world.done(mal, 'comments', { id: deleted.comment, is_deleted: true });

  const people = { mal, ben, cleo, dora, eli, fay, guy, hal };
  return {
    world,
    people,
    own,
    seen,
    hidden,
    invitations,
    groups,
    groupInvitations,
    messages,
    deleted,

    /** Every row that the log says lives, as it is stored. */
    async liveRows(): Promise<LiveRow[]> {
      return database.read(async (tx) => {
        const entries = await tx<
          { collection: CollectionName; doc_id: string; id: number; kind: RowRef['scope']['kind']; owner: string; other: string | null }[]
        >`
          select distinct on (c.collection, c.doc_id) c.collection, c.doc_id, s.id, s.kind, s.owner, s.other
          from changes c join scopes s on s.id = c.scope_id where not c.removed
          order by c.collection, c.doc_id, (s.kind = 'self' and s.owner = ${mal.id}), s.id`;
        const rows: LiveRow[] = [];
        for (const collection of new Set(entries.map((entry) => entry.collection))) {
          const refs = entries
            .filter((entry) => entry.collection === collection)
            .map(({ collection: _, doc_id, ...scope }) => ({ id: doc_id, scope }));
          const loaded = await collectionFeatures[collection].load(tx, refs);
          const visible = await world.engine.visible(
            tx,
            mal.id,
            collection,
            refs.map((ref) => ref.id),
          );
          for (const { row } of loaded) {
            rows.push({ collection, row, visible: visible.has(row.id), own: row[ownerField[collection]] === mal.id });
          }
        }
        return rows;
      });
    },
  };
}
