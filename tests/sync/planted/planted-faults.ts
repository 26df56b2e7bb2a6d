/**
 * Faults that the histories must find: each is a change of the source that an engineer could make by mistake. The replaced text must occur
 * in its file exactly once, which a test checks in every run.
 */
import { callFaults } from './call-faults.ts';
import { deviceFaults } from './device-faults.ts';
import type { PlantedFault } from './planted-fault.ts';

const server = (name: string, file: string, from: string, to: string): PlantedFault => ({
  name,
  foundBy: 'histories',
  edits: [{ file: `sync-server/${file}`, from, to }],
});
const rule = (name: string, file: string, from: string, to: string): PlantedFault => ({
  name,
  foundBy: 'histories',
  edits: [{ file: `schemas/${file}`, from, to }],
});
const changePhotos = 'sync-server/features/images/change-photos.ts';
const inviteLinks = 'sync-server/features/friends/invitations/invite-links.ts';

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'a used-up link can still be taken',
    foundBy: 'histories',
    edits: [
      { file: inviteLinks, from: 'and (l.used < l.uses or exists', to: 'and (true or exists' },
      // The table itself refuses more uses than the link has.
      { file: inviteLinks, from: 'set used = used + 1 where', to: 'set used = least(used + 1, uses) where' },
    ],
  },
  server(
    'any member can revoke a link',
    inviteLinks.replace('sync-server/', ''),
    'delete from invite_links where id = ',
    'delete from invite_links where true or id = ',
  ),
  server(
    'who was removed comes back by the link that said yes',
    'features/friends/unfriend.ts',
    'await endFriendLinksBetween(tx, one, other);',
    '',
  ),
  // What changed, and in which scopes
  server(
    'the comments of a deleted post get no tombstones',
    'features/posts/delete-post.ts',
    'for (const row of below) context.record({ scopes: post.scopes, ...row, removed: true });',
    '',
  ),
  server(
    'comments stay in a scope that their post has left',
    'features/posts/change-audience.ts',
    'if (scopesLeft.length > 0) context.record({ scopes: scopesLeft, ...row, removed: true });',
    '',
  ),
  server(
    'comments do not follow their post into a new scope',
    'features/posts/change-audience.ts',
    'if (scopesEntered.length > 0) context.record({ scopes: scopesEntered, ...row });',
    '',
  ),
  server(
    'a post is not removed from the scopes that it leaves',
    'features/posts/change-audience.ts',
    "if (scopesLeft.length > 0) context.record({ scopes: scopesLeft, collection: 'posts', id, removed: true });",
    '',
  ),
  {
    name: 'two commits get the same numbers in a scope',
    foundBy: 'histories',
    edits: [
      {
        file: 'sync-server/db/today/05-change-log.sql',
        from: '  perform from scopes s where s.id = any (numbers) order by s.id for no key update;\n',
        to: '',
      },
      {
        file: 'sync-server/db/today/05-change-log.sql',
        from: 'update scopes s set head = s.head + c.count from counted c',
        to: 'update scopes s set head = h.head + c.count from counted c join scopes h on h.id = c.scope_id',
      },
    ],
  },
  server(
    'a new name does not reach the groups',
    'features/profiles/record-profile.ts',
    'if (withCarriers) await recordRowsWithName(context);',
    '',
  ),
  server(
    'reactions to a deleted message get no tombstones',
    'features/messages/delete-message.ts',
    "for (const reaction of reactions) context.record({ scopes, collection: 'reactions', id: reaction.id, removed: true });",
    '',
  ),

  // Who may read
  server(
    'a chosen reader can still read after leaving the network',
    'db/today/04-scopes.sql',
    "where s.kind = 'pair'\n    and (",
    "where s.kind = 'pair'\n    and (true or ",
  ),
  server(
    'a block is ignored among friends of friends, in one direction',
    'db/today/04-scopes.sql',
    'and not exists (select from blocked_pairs b where b.one = s.owner and b.other = g.friend_id)',
    'and not exists (select from blocks b where b.blocker_id = s.owner and b.blocked_id = g.friend_id)',
  ),
  server(
    'a block does not end the friendship',
    'features/friends/set-block.ts',
    'if (await areFriends(tx, ...both)) await endFriendship(context, ...both);',
    '',
  ),
  server('every member of a group can read its invitations', 'db/today/04-scopes.sql', "and m.role in ('owner', 'admin')", ''),
  server(
    'an answer to a push contains a row that the sender may not read',
    'db/today/04-scopes.sql',
    '(select true from scope_readers r where r.scope_id = in_scope and r.reader',
    '(select true from scope_readers r where r.scope_id = in_scope or r.reader',
  ),
  {
    name: 'frames go to former readers of their scope',
    foundBy: 'histories',
    edits: [
      {
        file: 'sync-server/sync/streams/broadcaster.ts',
        from: 'const here = all.filter(readers.isHere);',
        to: 'remembered.set(scope, [...new Set([...(remembered.get(scope) ?? []), ...all])]);\n      const here = (remembered.get(scope) ?? []).filter(readers.isHere);',
      },
      {
        file: 'sync-server/sync/streams/broadcaster.ts',
        from: 'export interface Broadcaster {',
        to: 'const remembered = new Map<number, string[]>();\n\nexport interface Broadcaster {',
      },
    ],
  },
  {
    name: 'the people chosen for a post go on naming somebody who deleted the account',
    foundBy: 'leaving',
    edits: [{ file: 'sync-server/features/account/delete-member.ts', from: 'await removeFromAudiences(context);', to: '' }],
  },
  {
    name: 'a newcomer gets the frames of the time before they came',
    foundBy: 'histories',
    edits: [
      { file: 'sync-server/sync/streams/broadcaster.ts', from: 'sentUpTo.get(scope) ?? null', to: 'sentUpTo.get(scope) ?? 0' },
      {
        file: 'sync-server/sync/streams/broadcaster.ts',
        from: 'sentUpTo.get(scope) ?? (prev === 0 ? 0 : null)',
        to: 'sentUpTo.get(scope) ?? 0',
      },
      {
        file: 'sync-server/sync/streams/frames.ts',
        from: 'if (content.some((row) => revealsPast(scope, row))) continue;',
        to: '',
      },
      {
        file: 'sync-server/sync/streams/open-readers.ts',
        from: 'members.has(viewer) ? [] : (frames.get(viewer) ?? [])',
        to: 'frames.get(viewer) ?? []',
      },
    ],
  },
  server(
    'the sender of an invitation to an address learns which member has it',
    'features/friends/invitations/load-invitations.ts',
    'const known = accepted || invited_by_id;',
    'const known = true;',
  ),
  server(
    'the receiver still sees the address of the inviter after the acceptance',
    'features/friends/invitations/load-invitations.ts',
    'inviter_email: accepted ? null : invitation.inviter_email',
    'inviter_email: invitation.inviter_email',
  ),

  server(
    'the bytes of a photo are given without asking for its row',
    'features/images/read-image.ts',
    'if (rows.flat().length === 0 && ',
    'if (named.length === 0 && ',
  ),
  {
    name: 'a row can name the photo of another row',
    foundBy: 'histories',
    edits: [
      { file: changePhotos, from: "if (!(await takeIds(context, ids))) return refuse('NOT_FOUND');", to: '' },
      {
        file: changePhotos,
        from: 'owner_id: actor.userId, ...row })))}`;',
        to: 'owner_id: actor.userId, ...row })))} on conflict (id) do update set post_id = excluded.post_id, message_id = excluded.message_id`;',
      },
    ],
  },

  {
    name: 'a deleted photo can be named again',
    foundBy: 'histories',
    edits: [
      { file: changePhotos, from: "if (!(await takeIds(context, ids))) return refuse('NOT_FOUND');", to: '' },
      { file: changePhotos, from: 'actor.userId, ...row })))}`', to: 'actor.userId, ...row })))} on conflict do nothing`' },
    ],
  },
  {
    name: 'the bytes of a photo that was taken out of its row stay',
    foundBy: 'histories',
    edits: [{ file: changePhotos, from: 'if (dropped.length > 0)', to: 'if (dropped.length < 0)' }],
  },

  // Who is notified
  server(
    'a mark of all notifications also reads those that its device did not have',
    'features/notifications/mark-all-read.ts',
    'upTo === undefined ?',
    'true ?',
  ),
  server(
    'notifications are not withdrawn from former readers',
    'features/posts/change-audience.ts',
    'await withdrawFromFormerReaders(context, id, specific_user_ids);',
    '',
  ),
  server(
    'notifications about a group stay with members who left it',
    'features/groups/end-membership.ts',
    'await withdrawForGroup(context, groupId, [member]);',
    '',
  ),
  server(
    'what waits of a group that is muted stays',
    'features/settings/set-setting.ts',
    "if (verdict.allowed && !kind.onlyForward && (await mutes(context, value)))\n        await refuseNotices(context, { type: 'group_message', group_id: kind.group_id });",
    '',
  ),
  server(
    'members are notified about their own acts',
    'db/today/11-notifications.sql',
    'where t.recipient is distinct from t.by\n    and wants_notices',
    'where wants_notices',
  ),
  server(
    'an unfriend does not withdraw notifications about posts',
    'features/friends/unfriend.ts',
    'await withdrawUnreadable(context, [one, other], moved);',
    '',
  ),

  // What is allowed, and only once
  {
    name: 'a post may name any author',
    foundBy: 'histories',
    edits: [
      {
        file: 'schemas/posts/post-rules.ts',
        from: "if (post.author_id !== actor.userId) return refuse('NOT_ONESELF');",
        to: '',
      },
    ],
  },
  server(
    'a comment is accepted on a post that its author cannot read',
    'db/today/09-comments.sql',
    'where a.user_id = p.author_id or a.user_id = any (p.readers)',
    '',
  ),
  server(
    'a message is accepted in a group that its sender is not in',
    'db/today/07-messages.sql',
    'where (select m.role from group_members m where m.group_id = group_of(a) and m.user_id = a.user_id) = any (a.roles)',
    'where true',
  ),
  server(
    'people outside the network can be chosen to read a post',
    'db/today/08-posts.sql',
    "where a.fields -> 'specific_user_ids' = '[]' or",
    'where true or',
  ),
  server(
    'a post does not reach its chosen readers',
    'db/today/08-posts.sql',
    'where s.post_id = any (in_posts)\n',
    'where s.post_id = any (in_posts) and s.other is null\n',
  ),
  rule(
    'any member can edit a comment',
    'comments/comment-rules.ts',
    "if (facts.author_id !== actor.userId) return refuse('NOT_ALLOWED');\n  return facts.is_deleted",
    'return facts.is_deleted',
  ),
  rule(
    'a circle takes one friend too many',
    'friends/invitation-rules.ts',
    'facts.ownFriends >= facts.maxFriends',
    'facts.ownFriends > facts.maxFriends',
  ),
  rule(
    'admins can remove members',
    'groups/group-roles.ts',
    "admin: new Set(['readMessages', ",
    "admin: new Set(['removeMember', 'readMessages', ",
  ),
  server(
    'a deleted post can be created again',
    'db/today/06-creations.sql',
    'on conflict do nothing returning id\n',
    'on conflict (id) do update set id = excluded.id returning id\n',
  ),
  server(
    'a repeated write is carried out again',
    'sync/push/applied-writes.ts',
    "return { is: 'done', outcome: existing.outcome };",
    "return { is: 'new' };",
  ),
  server(
    'the later of two edits of a post wins silently',
    'features/posts/push-post.ts',
    "if (held?.author_id === context.actor.userId && !change.assumed.includes(held.write_id)) return refuse('CONFLICT');",
    '',
  ),
  server(
    'an act is answered before it is committed',
    'sync/create-engine.ts',
    `database.writePipelined(async (tx) => {
        const outcome = await work(tx);
        return { last: writeLog(tx, features, outcome, { read: broadcaster.isListening() }) };
      }),`,
    `new Promise<null>((resolve, reject) => {
        database
          .write(async (tx) => {
            const outcome = await work(tx);
            const written = await writeLog(tx, features, outcome, { read: broadcaster.isListening() });
            resolve(null);
            await new Promise((later) => setTimeout(later, 50));
            return written;
          })
          .then(announce, reject);
      }),`,
  ),

  // Checkpoints of a device
  server(
    'a page asks about a beginning in one scope only',
    'sync/pull/page.ts',
    'recheck: [...recheck.values()],',
    'recheck: [...new Map([...recheck.values()].map((one) => [one[0], one])).values()],',
  ),
  server('a page begins one change too late', 'sync/pull/pull-collection.ts', 'and seq > p.up_to', 'and seq > p.up_to + 1'),
  server(
    'a backfill leaves one change out',
    'sync/pull/pull-collection.ts',
    'and seq < p.down_to and not removed',
    'and seq < p.down_to - 1 and not removed',
  ),
  server(
    'a pull skips a scope in which something was only removed',
    'sync/pull/skip-what-is-empty.ts',
    'and seq > p.up_to order by',
    'and seq > p.up_to and not removed order by',
  ),
  server(
    'a backfill ends where nothing is newer',
    'sync/pull/skip-what-is-empty.ts',
    'where newer.seq is not null or older.seq is not null',
    'where newer.seq is not null',
  ),
  server(
    'a frame of several changes leaves the first one out',
    'sync/write-log.ts',
    'const rows = content.map(({ collection, id, row }): FrameRow => {',
    'const rows = content.slice(content.length > 1 ? 1 : 0).map(({ collection, id, row }): FrameRow => {',
  ),
  ...deviceFaults,
  ...callFaults,
];
