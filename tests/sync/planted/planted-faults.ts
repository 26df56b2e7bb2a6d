/**
 * Faults that the histories must find: each is a change of the source that an engineer could make by mistake. The replaced text must occur
 * in its file exactly once, which a test checks in every run.
 */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}
export interface PlantedFault {
  readonly name: string;
  /** `workers`: a fault of the device, which only histories with the real worker can find */
  readonly foundBy: 'histories' | 'workers';
  readonly edits: readonly Edit[];
}

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
const worker = (name: string, file: string, from: string, to: string): PlantedFault => ({
  name,
  foundBy: 'workers',
  edits: [{ file: `workers/replication/${file}`, from, to }],
});

export const plantedFaults: readonly PlantedFault[] = [
  server(
    'a used-up link can still be taken',
    'features/friends/invite-links.ts',
    'expires_at > now() and used < uses for update',
    'expires_at > now() for update',
  ),
  server('any member can revoke a link', 'features/friends/invite-links.ts', ' and maker_id = ', ' or maker_id = '),
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
    "if (scopesLeft.length > 0) context.record({ scopes: scopesLeft, collection: 'posts', id: change.id, removed: true });",
    '',
  ),
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
        file: 'sync-server/sync/broadcaster.ts',
        from: 'const here = all.filter(readers.isHere);',
        to: 'remembered.set(scope, [...new Set([...(remembered.get(scope) ?? []), ...all])]);\n      const here = (remembered.get(scope) ?? []).filter(readers.isHere);',
      },
      {
        file: 'sync-server/sync/broadcaster.ts',
        from: 'export interface Broadcaster {',
        to: 'const remembered = new Map<number, string[]>();\n\nexport interface Broadcaster {',
      },
    ],
  },
  server(
    'the sender of an invitation to an address learns which member has it',
    'features/friends/load-invitations.ts',
    'const known = accepted || invited_by_id;',
    'const known = true;',
  ),
  server(
    'the receiver still sees the address of the inviter after the acceptance',
    'features/friends/load-invitations.ts',
    'inviter_email: accepted ? null : invitation.inviter_email',
    'inviter_email: invitation.inviter_email',
  ),

  // Who is notified
  server(
    'notifications are not withdrawn from former readers',
    'features/posts/change-audience.ts',
    'await withdrawFromFormerReaders(context, change.id, change.specific_user_ids);',
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
    "if (verdict.allowed && mutes) await withdrawUnread(context, { type: 'group_message', group_id: kind.group_id });",
    '',
  ),
  server(
    'members are notified about their own acts',
    'db/today/11-notifications.sql',
    'where t.recipient is distinct from t.by\n    and not exists',
    'where not exists',
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
    'where (select m.role from group_members m where m.group_id = a.group_id and m.user_id = a.user_id) = any (a.roles)',
    'where true',
  ),
  server('people outside the network can be chosen to read a post', 'db/today/08-posts.sql', 'where a.chosen is null or', 'where true or'),
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
    'sync/applied-writes.ts',
    "return { is: 'done', outcome: existing.outcome };",
    "return { is: 'new' };",
  ),
  server(
    'the later of two edits of a post wins silently',
    'features/posts/push-posts.ts',
    "if (held.author_id === context.actor.userId && !change.assumed.includes(held.write_id)) return refuse('CONFLICT');",
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
  server('a page begins one change too late', 'sync/pull-collection.ts', 'and seq > p.up_to', 'and seq > p.up_to + 1'),
  server(
    'a backfill leaves one change out',
    'sync/pull-collection.ts',
    'and seq < p.down_to and not removed',
    'and seq < p.down_to - 1 and not removed',
  ),
  server(
    'a frame of several changes leaves the first one out',
    'sync/write-log.ts',
    'const rows = content.map(({ collection, id, row }): FrameRow => {',
    'const rows = content.slice(content.length > 1 ? 1 : 0).map(({ collection, id, row }): FrameRow => {',
  ),
  // A wrong clock
  {
    name: 'write ids follow the clock alone, which may be set back',
    foundBy: 'workers',
    edits: [
      {
        file: 'src/data/write-ids.ts',
        from: "const msecs = Math.max(now(), greatest === '' ? 0 : writtenAt(greatest) + 1);",
        to: 'const msecs = now();',
      },
    ],
  },
  {
    name: 'expiry follows the clock of the device',
    foundBy: 'workers',
    edits: [
      {
        file: 'workers/device/server-clock.ts',
        from: 'last === null ? 0 : last.server + Math.max(0, monotonic() - lastAt)',
        to: 'device()',
      },
    ],
  },
  worker('a removal deletes a copy from any scope', 'pages.ts', 'copy && !copy._deleted && copy.scope === scope', 'copy && !copy._deleted'),
  {
    // Each edit alone is compensated by the other: the device checks rows whose scope is unknown.
    name: 'rows of left scopes stay, even when the server has checked them',
    foundBy: 'workers',
    edits: [
      {
        file: 'workers/replication/pull.ts',
        from: 'if (leaves(page, response, scope)) leftScopes.add(scope);',
        to: 'void scope;',
      },
      {
        file: 'workers/replication/pages.ts',
        from: 'else if (!brought.has(id) && now(id)?._deleted === false) changed.set(id, tombstone(collection, id));',
        to: '',
      },
    ],
  },
  worker(
    'rows from the stream are not stored',
    'pull.ts',
    'await replica.write(idsOf(contents), (stored) => changedRows(replica.name, contents, stored));',
    '',
  ),
  worker(
    'a refused write disappears without a message',
    'refused-writes.ts',
    'if (refused.length === 0) return;',
    'if (refused.length >= 0) return;',
  ),
  worker(
    'a pending row is overwritten by a pulled one',
    'pages.ts',
    'return [...changed.values()].filter(({ id }) => stored.get(id)?.unsent !== 1);',
    'return [...changed.values()];',
  ),
  worker(
    'an answer replaces a newer local write',
    'push.ts',
    'if (stored?.unsent === 1 && stored.write_id !== sent.write_id) {',
    "if (stored?.unsent === 1 && sent.id === '') {",
  ),
  {
    name: 'a row that changed meanwhile is overwritten by the first decision',
    foundBy: 'workers',
    edits: [
      {
        file: 'workers/device/write-rows.ts',
        from: 'let undecided: readonly string[] = ids;',
        to: 'let undecided: readonly string[] = ids; let first: readonly StoredRow[] | undefined;',
      },
      {
        file: 'workers/device/write-rows.ts',
        from: 'const writes = decide(stored).flatMap',
        to: 'first ??= decide(stored); const writes = first.flatMap',
      },
    ],
  },
  worker(
    'the checkpoint is stored before the rows',
    'pull.ts',
    `    const content: PageContent = { documents: page.documents, removed: page.removed, checked };
`,
    `    const content: PageContent = { documents: page.documents, removed: page.removed, checked };
    await replica.saveCheckpoint(nextCheckpoint(replica.checkpoint, page.checkpoint, response.heads));
`,
  ),
  worker(
    'pending rows are not found in the store',
    'pending.ts',
    'for (const { name, rows: found } of stored) for (const row of found)',
    'for (const { name, rows: found } of stored) for (const row of found.slice(0, 0))',
  ),
];
