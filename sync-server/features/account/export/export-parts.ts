/**
 * The parts of an export: each is a file of rows, read in batches from one snapshot. It has everything that the member wrote, wherever that
 * is. Of others it has what the member may read at this moment, by the log and the view that grant all reading.
 */
import type { PendingQuery, Row } from 'postgres';
import { comment } from '../../../../schemas/comments/comment.ts';
import { group } from '../../../../schemas/groups/group.ts';
import { groupMessage } from '../../../../schemas/messages/group-message.ts';
import { post } from '../../../../schemas/posts/post.ts';
import { profile } from '../../../../schemas/profiles/profile.ts';
import type { CollectionName } from '../../../../schemas/protocol/collections.ts';
import type { Tx } from '../../../db/pool/transaction.ts';
import type { CollectionFeature } from '../../../sync/feature.ts';
import { loadRowsOf } from '../../../sync/pull/load-rows.ts';
import type { ScopeKind } from '../../../sync/scope-name.ts';
import { loadInvitations } from '../../friends/invitations/load-invitations.ts';
import { byCursor } from './by-cursor.ts';
import { type ExportFile, type PhotoRow, withPhotos } from './export-photos.ts';

export type ExportRow = Readonly<Record<string, unknown>>;

export interface ExportPart {
  /** the name of its files, without extension; never text that a member wrote */
  readonly name: string;
  readonly title: string;
  /** what its rows are, for the README */
  readonly about: string;
  read(tx: Tx, userId: string): AsyncGenerator<ExportRow>;
  /** the files that its rows name */
  files?(tx: Tx, userId: string): AsyncGenerator<ExportFile>;
}

/** A reader that takes nothing for this long is gone. */
export const PATIENCE_SECONDS = 120;

const rowsOf = (query: (tx: Tx, userId: string) => PendingQuery<Row[]>) =>
  async function* (tx: Tx, userId: string): AsyncGenerator<ExportRow> {
    for await (const rows of byCursor(tx, query(tx, userId))) yield* rows;
  };

interface Entry extends Row {
  readonly id: string;
  readonly scope_id: number;
  readonly kind: ScopeKind;
  readonly owner: string;
  readonly other: string | null;
}

/** The rows of a collection as the member's devices have them, without what only replication needs. */
const replicatedRows = (collection: CollectionName, load: CollectionFeature['load']) =>
  async function* (tx: Tx, userId: string): AsyncGenerator<ExportRow> {
    const entries = byCursor(
      tx,
      tx<Entry[]>`
        select c.doc_id as id, s.id as scope_id, s.kind, s.owner, s.other from changes c join scopes s on s.id = c.scope_id
        where c.collection = ${collection} and not c.removed
          and c.scope_id in (select r.scope_id from scope_readers r where r.reader = ${userId})
        order by c.doc_id`,
    );
    const blocked = await tx<{ id: string }[]>`
      select blocked_id as id from blocks where blocker_id = ${userId} union select blocker_id from blocks where blocked_id = ${userId}`;
    const hidden = new Set(blocked.map((row) => row.id));
    const seen = new Set<string>();
    for await (const batch of entries) {
      const refs = batch.map(({ id, scope_id, kind, owner, other }) => ({ id, scope: { id: scope_id, kind, owner, other } }));
      for (const { row } of await load(tx, refs)) {
        const { write_id: _, ...kept } = row;
        // One row may be in two scopes. A row that names a person who is hidden from the member is left out.
        if (seen.has(row.id) || Object.values(kept).some((value) => typeof value === 'string' && hidden.has(value))) continue;
        seen.add(row.id);
        yield kept;
      }
    }
  };

const aboutPhotos = 'Each of its photos names its file, or null where the photo has not arrived on the server yet.';

export const exportParts: readonly ExportPart[] = [
  {
    name: 'profile',
    title: 'Profile',
    about: 'Your account and profile: one row, with your email and when you joined.',
    read: rowsOf(
      (tx, userId) => tx`
        select id, ${tx(profile.fields.text)}, u.email, iso_time(u.created_at) as created_at
        from users u join profiles p using (id) where u.id = ${userId}`,
    ),
  },
  {
    name: 'settings',
    title: 'Settings',
    about: 'What you chose: theme, notifications, what you read and muted, whom you blocked. A row has a key and a value.',
    read: rowsOf((tx, userId) => tx`select key, value from settings where user_id = ${userId} order by key`),
  },
  {
    name: 'posts',
    title: 'Posts',
    about: `Your posts with their audience; specific_user_ids are the people whom you chose. ${aboutPhotos}`,
    ...withPhotos(
      'posts',
      (tx, userId, only) => tx<PhotoRow[]>`
        select ${tx(['id', ...post.fields.text, ...post.fields.facts])},
          case when p.photos <> '[]'
            then array(select i.id from images i where i.post_id = p.id and i.stored_at is not null)
            else '{}' end as stored
        from post_rows p where p.author_id = ${userId} and (p.photos <> '[]' or not ${only.withPhotos}) order by p.created_at desc, p.id`,
    ),
  },
  {
    name: 'comments',
    title: 'Comments',
    about: 'What you wrote below posts; post_id is the post.',
    read: rowsOf(
      (tx, userId) => tx`
        select ${tx(['id', 'post_id', ...comment.fields.text, 'created_at', 'edited_at'])}
        from comment_rows c where c.author_id = ${userId} and not c.is_deleted order by c.created_at desc, c.id`,
    ),
  },
  {
    name: 'messages',
    title: 'Group messages',
    about: `What you wrote in groups; group_id is the group, reply_to_id the message that you answered. ${aboutPhotos}`,
    ...withPhotos(
      'messages',
      (tx, userId, only) => tx<PhotoRow[]>`
        select ${tx(['id', 'group_id', ...groupMessage.fields.text, 'reply_to_id', 'created_at', 'edited_at'])},
          case when m.photos <> '[]'
            then array(select i.id from images i where i.message_id = m.id and i.stored_at is not null)
            else '{}' end as stored
        from message_rows m
        where m.sender_id = ${userId} and not m.is_deleted and (m.photos <> '[]' or not ${only.withPhotos})
        order by m.created_at desc, m.id`,
    ),
  },
  {
    name: 'reactions',
    title: 'Reactions',
    about: 'Your reactions; target_type says whether target_id is a post, a comment or a message.',
    read: rowsOf(
      (tx, userId) => tx`
        select target_type, target_id, emoji_code, iso_time(created_at) as created_at from (
          select target_type, target_id, emoji_code, created_at from post_reactions where user_id = ${userId}
          union all
          select 'message', message_id, emoji, created_at from group_message_reactions where user_id = ${userId}
        ) r order by r.created_at desc, target_id, emoji_code`,
    ),
  },
  {
    name: 'friends',
    title: 'Friends',
    about: 'Your direct friends, with the email that friends see, and since when.',
    read: rowsOf(
      (tx, userId) => tx`
        select f.friend_id as user_id, p.name, u.email, iso_time(f.created_at) as created_at
        from friends f join profiles p on p.id = f.friend_id join users u on u.id = f.friend_id
        where f.user_id = ${userId} and not blocked_between(${userId}, f.friend_id) order by f.created_at, f.friend_id`,
    ),
  },
  {
    name: 'invitations',
    title: 'Invitations',
    about: 'Invitations of friends and into groups that you sent or received and may still see.',
    read: replicatedRows('invitations', loadInvitations),
  },
  {
    name: 'invite_links',
    title: 'Links that invite',
    about:
      'The links that you made and that still work: for how many people, how many came, until when. What stands in them is kept nowhere.',
    read: rowsOf(
      (tx, userId) => tx`
        select id, uses, used, at_once, iso_time(created_at) as created_at, iso_time(expires_at) as expires_at
        from invite_links where maker_id = ${userId} and expires_at > now() order by invite_links.created_at desc, id`,
    ),
  },
  {
    name: 'groups',
    title: 'Groups',
    about: 'The groups that you are in, with your role and who else is there.',
    read: rowsOf(
      (tx, userId) => tx`
        select g.id, ${tx(group.fields.text)}, m.role, iso_time(m.joined_at) as joined_at, iso_time(g.created_at) as created_at,
          (
            select json_agg(json_build_object('user_id', o.user_id, 'name', p.name, 'role', o.role) order by o.joined_at, o.user_id)
            from group_members o join profiles p on p.id = o.user_id
            where o.group_id = g.id and not blocked_between(${userId}, o.user_id)
          ) as members
        from group_members m join groups g on g.id = m.group_id where m.user_id = ${userId} order by m.joined_at, g.id`,
    ),
  },
  {
    name: 'notifications',
    title: 'Notifications',
    about: 'Your notifications of the last days.',
    read: replicatedRows('notifications', loadRowsOf('notification_rows')),
  },
  {
    name: 'sessions',
    title: 'Devices',
    about:
      'Where you are signed in: the device as it names itself, since when, its last use, and whether notices are sent to it. Nothing in it signs anybody in.',
    read: rowsOf(
      (tx, userId) => tx`
        select id, device, iso_time(created_at) as created_at, iso_time(last_used_at) as last_used_at,
          exists (select from push_subscriptions p where p.session_id = sessions.id) as notices
        from sessions where user_id = ${userId} and expires_at > now() order by sessions.created_at desc, id`,
    ),
  },
];

/** The photos of the member's profile, one at a time. */
export async function* exportImages(tx: Tx, userId: string): AsyncGenerator<ExportFile> {
  for (let after: string | null = null; ; ) {
    const rows: { id: string; bytes: Uint8Array }[] = await tx<{ id: string; bytes: Uint8Array }[]>`
      select i.id, v.bytes from images i join image_variants v on v.image_id = i.id and v.variant = 'large'
      where i.owner_id = ${userId} and i.profile_id is not null and (${after}::uuid is null or i.id > ${after}::uuid)
      order by i.id limit 1`;
    const [row] = rows;
    if (!row) return;
    // Ids are made of hexadecimal digits and hyphens, so no name leads out of the folder.
    yield { name: `images/${row.id}.webp`, bytes: row.bytes };
    after = row.id;
  }
}
