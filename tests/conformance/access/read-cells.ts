/** The cells of the matrix that only read: each operation on every kind of thing, for every relation, in every state. */
import { v7 as uuid } from 'uuid';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { reactionId } from '../../../schemas/reactions/reaction-id.ts';
import { type Cell, channel, hasRow, NEVER, type PulledRows, rest, type Seen } from './ask.ts';
import type { AccessCast, Asker } from './cast.ts';
import {
  expectedComment,
  expectedGroup,
  expectedGroupInvitation,
  expectedImage,
  expectedInvitation,
  expectedMessage,
  expectedNever,
  expectedNotice,
  expectedPerson,
  expectedPhotoOfMessage,
  expectedPhotoOfPost,
  expectedPostReading,
} from './expected.ts';
import {
  commentStates,
  groupInvitationStates,
  groupStates,
  imageStates,
  invitationStates,
  messageStates,
  noticeStates,
  type Outcome,
  personStates,
  postStates,
  type Relation,
} from './words.ts';

type Item = Readonly<Record<string, unknown>>;
const listed = (data: { readonly items: readonly Item[] }, is: (item: Item) => boolean): Seen => (data.items.some(is) ? 'done' : 'missing');
const withId = (id: string) => (item: Item) => item.id === id;
const reactedTo = (data: { readonly items: readonly { readonly reactions: readonly unknown[] }[] }): Seen =>
  data.items.some(({ reactions }) => reactions.length > 0) ? 'done' : 'missing';

export function readCells(cast: AccessCast, held: ReadonlyMap<Relation, PulledRows>): Cell[] {
  const { askers, url } = cast;
  const ana = cast.who('oneself');
  const cells: Cell[] = [];
  const heldBy = ({ relation }: Asker): PulledRows => held.get(relation) ?? null;
  const thumb = (target_id: string) => reactionId({ target_id, user_id: ana.id, emoji_code: '👍' });

  function each<State extends string>(
    operation: string,
    states: readonly State[],
    expected: (relation: Relation, state: State) => Outcome,
    ask: (asker: Asker, state: State) => Promise<Seen> | Seen,
  ): void {
    for (const asker of askers)
      for (const state of states) {
        const { relation } = asker;
        cells.push({ operation, relation, state, expected: expected(relation, state), ask: async () => ask(asker, state) });
      }
  }
  /** By REST: the same request about a thing that never existed must be answered the same. */
  const byRest = <State extends string>(
    operation: string,
    states: readonly State[],
    expected: (relation: Relation, state: State) => Outcome,
    request: (id: string, state: State | null) => readonly [string, string, unknown?],
    idOf: (state: State, asker: Asker) => string,
    read?: (data: never, id: string) => Seen,
  ): void =>
    each<State | typeof NEVER>(
      operation,
      [...states, NEVER],
      (relation, state) => (state === NEVER ? expectedNever(relation) : expected(relation, state)),
      (asker, state) => {
        const id = state === NEVER ? uuid() : idOf(state, asker);
        return rest(operation, asker, request(id, state === NEVER ? null : state), read ? (data) => read(data as never, id) : undefined);
      },
    );

  // Posts.
  const post = (state: (typeof postStates)[number]) => cast.posts[state].post;
  const reads = (relation: Relation, state: (typeof postStates)[number]) => expectedPostReading('read a post', relation, state);
  byRest('read a post, by itself', postStates, reads, (id) => ['GET', `/posts/${id}`], post);
  byRest(
    'read a post, in the feed',
    postStates,
    reads,
    () => ['GET', '/posts?limit=100'],
    post,
    (data: { items: Item[] }, id) => listed(data, withId(id)),
  );
  byRest('read a post, by its comments', postStates, reads, (id) => ['GET', `/posts/${id}/comments`], post);
  byRest(
    'read a post, by its reactions',
    postStates,
    reads,
    (id) => ['GET', `/posts/reactions?target_type=post&target_ids=${id}`],
    post,
    reactedTo,
  );
  byRest(
    'read its list of readers',
    postStates,
    (relation, state) => expectedPostReading('read its list of readers', relation, state),
    (id) => ['GET', `/posts/${id}/audience`],
    post,
    (data: { list_shown: boolean }) => (data.list_shown ? 'done' : 'without the list'),
  );
  each('read a post, by pull', postStates, reads, (asker, state) => hasRow(heldBy(asker), 'posts', post(state)));
  each('read a post, by its comments in a pull', postStates, reads, (asker, state) =>
    hasRow(heldBy(asker), 'comments', cast.posts[state].comment),
  );
  each('read a post, by its reactions in a pull', postStates, reads, (asker, state) =>
    hasRow(heldBy(asker), 'reactions', thumb(post(state))),
  );
  each('follow its comments', postStates, reads, (asker, state) => channel(asker, url, `comments:${post(state)}`));

  // Comments.
  for (const asker of askers)
    for (const state of commentStates) {
      const target = cast.commentFor(asker.relation, state);
      // A relation that could never comment there has no comment of its own.
      if (target === null) continue;
      const cell = (act: 'read a comment' | 'read reactions to it', way: string, ask: Cell['ask']) =>
        cells.push({
          operation: `${act}, ${way}`,
          relation: asker.relation,
          state,
          expected: expectedComment(act, asker.relation, state),
          ask,
        });
      cell('read a comment', 'below its post', () =>
        rest('comments', asker, ['GET', `/posts/${target.post}/comments`], (data) => listed(data, withId(target.comment))),
      );
      cell('read a comment', 'by pull', async () => hasRow(heldBy(asker), 'comments', target.comment));
      cell('read reactions to it', 'by REST', () =>
        rest('reactions', asker, ['GET', `/posts/reactions?target_type=comment&target_ids=${target.comment}`], reactedTo),
      );
      cell('read reactions to it', 'by pull', async () => hasRow(heldBy(asker), 'reactions', thumb(target.comment)));
    }

  // Ana herself.
  const person = (
    act: Parameters<typeof expectedPerson>[0],
    request: (id: string) => readonly [string, string, unknown?],
    read?: (data: never) => Seen,
  ) =>
    byRest(
      act,
      personStates,
      (relation) => expectedPerson(act, relation),
      request,
      () => ana.id,
      read,
    );
  person(
    'read the profile',
    (id) => ['GET', `/profiles/${id}`],
    (data: { email?: string | null; bio?: string }) => {
      if (data.email) return 'with address';
      return data.bio === undefined ? 'name alone' : 'whole';
    },
  );
  person('read the page of a friend', (id) => ['GET', `/friends/${id}/detail`]);
  // In the member's own rows `user_id` is the member.
  const among =
    ({ member }: Asker) =>
    (data: { items: Item[] }) =>
      listed(data, ({ user_id, friend_id }) => friend_id === ana.id || (user_id === ana.id && member !== ana));
  each(
    'find among friends',
    personStates,
    (relation) => expectedPerson('find among friends', relation),
    (asker) => rest('friends', asker, ['GET', '/friends'], among(asker)),
  );
  each(
    'find in the network',
    personStates,
    (relation) => expectedPerson('find in the network', relation),
    (asker) => rest('network', asker, ['GET', '/friends/network'], among(asker)),
  );
  each(
    'ask for the relationship',
    personStates,
    (relation) => expectedPerson('ask for the relationship', relation),
    (asker) =>
      rest('relationship', asker, ['POST', '/rpc/get_user_relationship_data', { target_user_id: ana.id }], (data) =>
        listed(data, () => true),
      ),
  );
  each(
    'ask for their friends',
    personStates,
    (relation) => expectedPerson('ask for their friends', relation),
    (asker) =>
      rest('friends of', asker, ['POST', '/rpc/get_user_friends_list', { target_user_id: ana.id }], (data) => listed(data, () => true)),
  );
  const pulled = (act: Parameters<typeof expectedPerson>[0], collection: 'profiles' | 'contacts' | 'friends' | 'settings', id: string) =>
    each(
      act,
      personStates,
      (relation) => expectedPerson(act, relation),
      (asker) => hasRow(heldBy(asker), collection, id),
    );
  pulled('hold the profile', 'profiles', ana.id);
  pulled('hold their address', 'contacts', ana.id);
  pulled('hold a friendship of theirs', 'friends', friendRowId(ana.id, cast.ned.id));
  pulled('hold a setting of theirs', 'settings', `${ana.id}|theme`);
  byRest(
    'read an image',
    imageStates,
    (relation, state) => expectedImage('read an image', relation, state),
    (id) => ['GET', `/images/${id}`],
    (state) => cast.images[state],
  );
  // The photos of posts and messages, in both sizes.
  for (const [size, query] of [
    ['large', ''],
    ['small', '?size=small'],
  ] as const) {
    byRest(
      `read a photo of a post, ${size}`,
      postStates,
      (relation, state) => expectedPhotoOfPost('read an image', relation, state),
      (id) => ['GET', `/images/${id}${query}`],
      (state) => cast.photosOfPosts[state],
    );
    byRest(
      `read a photo of a message, ${size}`,
      messageStates,
      (relation, state) => expectedPhotoOfMessage('read an image', relation, state),
      (id) => ['GET', `/images/${id}${query}`],
      (state) => cast.messages[state].photo,
    );
  }

  // Friend invitations.
  const invitation = (act: Parameters<typeof expectedInvitation>[0], ask: (asker: Asker, id: string) => Promise<Seen> | Seen) =>
    each(
      act,
      invitationStates,
      (relation, state) => expectedInvitation(act, relation, state),
      (asker, state) => ask(asker, cast.invitations[state]),
    );
  invitation('list as sent', (asker, id) => rest('sent', asker, ['GET', '/friends/invitations/sent'], (data) => listed(data, withId(id))));
  invitation('list as received', (asker, id) =>
    rest('received', asker, ['GET', '/friends/invitations/received'], (data) => listed(data, withId(id))),
  );
  invitation('hold an invitation', (asker, id) => hasRow(heldBy(asker), 'invitations', id));

  // The group.
  const readsGroup = (relation: Relation, state: (typeof groupStates)[number]) => expectedGroup('read a group', relation, state);
  const group = (state: (typeof groupStates)[number]) => cast.groups[state];
  byRest('read a group, by itself', groupStates, readsGroup, (id) => ['GET', `/groups/${id}`], group);
  byRest('read a group, by its members', groupStates, readsGroup, (id) => ['GET', `/groups/${id}/members`], group);
  byRest('read a group, by its messages', groupStates, readsGroup, (id) => ['GET', `/groups/${id}/messages`], group);
  each('read a group, among one’s own', groupStates, readsGroup, (asker, state) =>
    rest('groups', asker, ['GET', '/groups'], (data) => listed(data, withId(group(state)))),
  );
  each('read a group, by pull', groupStates, readsGroup, (asker, state) => hasRow(heldBy(asker), 'groups', group(state)));
  each('read a group, by a seat in a pull', groupStates, readsGroup, (asker, state) =>
    hasRow(heldBy(asker), 'group_members', cast.seatOf(group(state), cast.nora)),
  );
  each('follow its messages', groupStates, readsGroup, (asker, state) => channel(asker, url, `group_messages:${group(state)}`));
  byRest(
    'read its open invitations',
    groupStates,
    (relation, state) => expectedGroup('read its open invitations', relation, state),
    (id) => ['GET', `/groups/${id}/invitations`],
    group,
    (data: { items: Item[] }) => (data.items.length > 0 ? 'done' : 'without the list'),
  );
  const groupInvitation = (act: Parameters<typeof expectedGroupInvitation>[0], ask: (asker: Asker, id: string) => Promise<Seen> | Seen) =>
    each(
      `${act}, of a group`,
      groupInvitationStates,
      (relation, state) => expectedGroupInvitation(act, relation, state),
      (asker, state) => ask(asker, cast.groupInvitations[state]),
    );
  groupInvitation('list as received', (asker, id) =>
    rest('group invitations', asker, ['GET', '/groups/invitations'], (data) => listed(data, withId(id))),
  );
  groupInvitation('list in the group', (asker, id) =>
    rest('invitations of a group', asker, ['GET', `/groups/${cast.groups.live}/invitations`], (data) => listed(data, withId(id))),
  );
  groupInvitation('hold an invitation', (asker, id) => hasRow(heldBy(asker), 'invitations', id));

  // The group's messages.
  const message = (
    act: Parameters<typeof expectedMessage>[0],
    way: string,
    ask: (asker: Asker, target: { group: string; message: string }) => Promise<Seen> | Seen,
  ) =>
    each(
      `${act}, ${way}`,
      messageStates,
      (relation, state) => expectedMessage(act, relation, state),
      (asker, state) => ask(asker, cast.messages[state]),
    );
  message('read a message', 'by REST', (asker, target) =>
    rest('messages', asker, ['GET', `/groups/${target.group}/messages`], (data) => listed(data, withId(target.message))),
  );
  message('read a message', 'by pull', (asker, target) => hasRow(heldBy(asker), 'group_messages', target.message));
  message('read reactions to it', 'of a message, by REST', (asker, target) =>
    rest('messages', asker, ['GET', `/groups/${target.group}/messages`], (data: { items: (Item & { reactions: unknown[] })[] }) =>
      reactedTo({ items: data.items.filter(withId(target.message)) }),
    ),
  );
  message('read reactions to it', 'of a message, by pull', (asker, target) => hasRow(heldBy(asker), 'reactions', thumb(target.message)));

  // Ana's notifications.
  const notice = (act: Parameters<typeof expectedNotice>[0], way: string, ask: (asker: Asker, id: string) => Promise<Seen> | Seen) =>
    each(
      `${act}, ${way}`,
      noticeStates,
      (relation, state) => expectedNotice(act, relation, state),
      (asker, state) => ask(asker, cast.notices[state]),
    );
  notice('read a notification', 'by REST', (asker, id) =>
    rest('notifications', asker, ['GET', '/notifications'], (data) => listed(data, withId(id))),
  );
  notice('read a notification', 'by pull', (asker, id) => hasRow(heldBy(asker), 'notifications', id));
  return cells;
}
