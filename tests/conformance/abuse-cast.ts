/**
 * The cast of the abuse tests. Mal is a member like any other, with a friend and a friend of a friend. He knows ids of everything: of his
 * own rows, of rows that he sees, of hidden rows and of deleted rows.
 */
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { collectionFeatures } from '../../sync-server/features/collection-features.ts';
import type { Row, RowRef } from '../../sync-server/sync/feature.ts';
import { test as circleTest, type OpenCircle } from '../support/fixtures/circle.ts';
import { setUp } from '../support/set-up-time.ts';
import { createRowReader } from './stored-rows.ts';

/** A replicated row as it is stored, with all its readers. */
export interface LiveRow {
  readonly collection: CollectionName;
  readonly row: Row;
  /** to Mal */
  readonly visible: boolean;
  /** written by Mal, or about him */
  readonly own: boolean;
}

/** The field that names a row's owner: its author, or the member whom it is about. */
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

async function createAbuseCast(circle: OpenCircle) {
  const [mal, ben, cleo, dora, eli, fay, guy, hal] = await Promise.all(
    ['Mal', 'Ben', 'Cleo', 'Dora', 'Eli', 'Fay', 'Guy', 'Hal'].map((name) => circle.signUp(name)),
  );
  if (!mal || !ben || !cleo || !dora || !eli || !fay || !guy || !hal) throw new Error('somebody did not come');
  await circle.befriend(mal, ben);
  await circle.befriend(ben, cleo);
  await circle.befriend(dora, eli);
  for (const member of [mal, ben, dora]) {
    await circle.done(member, 'settings', { id: `${member.id}|theme`, user_id: member.id, key: 'theme', value: 'dark' });
  }

  const own = { post: await circle.post(mal), comment: '', chosen: await circle.post(mal, { audience: 'specific', chosen: [ben] }) };
  const seen = {
    post: await circle.post(ben),
    comment: '',
    public: await circle.post(cleo, { audience: 'public' }),
    reply: await circle.comment(ben, own.post, 'a reply to Mal'),
  };
  seen.comment = await circle.comment(ben, seen.post);
  own.comment = await circle.comment(mal, seen.post, 'by Mal');
  await circle.react(mal, 'post', seen.post);
  await circle.react(ben, 'post', own.post);
  await circle.react(ben, 'comment', own.comment, '🎉');
  await circle.react(cleo, 'post', seen.public);

  const hidden = {
    private: await circle.post(ben, { audience: 'private' }),
    /** Ben has it and Mal does not: it is for another member */
    chosen: await circle.post(ben, { audience: 'specific', chosen: [cleo] }),
    post: await circle.post(dora),
    comment: '',
  };
  hidden.comment = await circle.comment(eli, hidden.post);
  await circle.react(eli, 'post', hidden.post);
  await circle.react(dora, 'comment', hidden.comment);

  const invitations = {
    sent: await circle.invite(mal, { member: fay.id }),
    received: await circle.invite(eli, { member: mal.id }),
    foreign: await circle.invite(dora, { member: fay.id }),
    byAddress: await circle.invite(dora, { email: 'nobody-yet@kith.test' }),
  };

  // Mal is a member of Ben's first group, an admin of Ben's second, the owner of his own, and a stranger to Dora's.
  const groups = {
    ours: await circle.group(ben, mal, cleo),
    admins: await circle.group(ben, mal),
    own: await circle.group(mal, ben),
    hidden: await circle.group(dora, eli),
  };
  await circle.setRole(ben, groups.admins, mal, 'admin');
  const messages = {
    own: await circle.message(mal, groups.ours, 'by Mal'),
    seen: await circle.message(ben, groups.ours),
    hidden: await circle.message(dora, groups.hidden),
    gone: await circle.message(mal, groups.ours, 'soon gone'),
  };
  await circle.react(ben, 'message', messages.own);
  await circle.react(eli, 'message', messages.hidden);
  await circle.done(mal, 'group_messages', { id: messages.gone, is_deleted: true });
  await circle.befriend(dora, hal);
  const groupInvitations = {
    hidden: await circle.inviteToGroup(dora, groups.hidden, hal),
    seen: await circle.inviteToGroup(ben, groups.admins, cleo),
  };
  await circle.befriend(mal, guy);
  const deletedGroup = await circle.group(mal);
  await circle.done(mal, 'groups', { id: deletedGroup, _deleted: true });

  const deleted = {
    group: deletedGroup,
    message: messages.gone,
    post: await circle.post(mal),
    comment: await circle.comment(mal, seen.post, 'gone'),
    foreign: await circle.post(dora),
  };
  await circle.done(mal, 'posts', { id: deleted.post, _deleted: true });
  await circle.done(dora, 'posts', { id: deleted.foreign, _deleted: true });
  await circle.done(mal, 'comments', { id: deleted.comment, is_deleted: true });

  const people = { mal, ben, cleo, dora, eli, fay, guy, hal };
  return {
    circle,
    people,
    own,
    seen,
    hidden,
    invitations,
    groups,
    groupInvitations,
    messages,
    deleted,

    /** Every row that is alive in the change log, as it is stored. */
    async liveRows(): Promise<LiveRow[]> {
      return circle.database.read(async (tx) => {
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
          const visible = await circle.engine.visible(
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

export const test = circleTest
  .extend('limits', { scope: 'file' }, () => ({ maxDirectFriends: 8, invitationsPerDay: 100_000, firstInvitations: 100_000 }))
  .extend('cast', { scope: 'file' }, ({ circle }) => setUp('members', () => createAbuseCast(circle)))
  /** Reads everything that is stored, except the remembered writes: a write without effect is remembered as well. */
  .extend('readRows', { scope: 'file' }, async ({ circle, db }) => {
    const readRows = await createRowReader(db.sql, ['applied_writes']);
    return async () => {
      await circle.engine.settled();
      return readRows();
    };
  });
