/**
 * The cells of the matrix that change something. Cells that must be refused use the things that all cells share, which must stay unchanged.
 * Cells that must succeed use a thing made for them.
 */
import { v7 as uuid } from 'uuid';
import { friendRowId } from '../../../schemas/friends/friend-row-id.ts';
import { type Cell, NEVER, pullAll, push, putImage, rest, type Seen } from './ask.ts';
import { type AccessCast, type Asker, audienceOf } from './cast.ts';
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
  expectedPostWriting,
} from './expected.ts';
import { commentWords, postWords } from './states.ts';
import {
  commentStates,
  groupInvitationStates,
  groupStates,
  invitationStates,
  messageStates,
  noticeStates,
  type Outcome,
  type PostState,
  postStates,
  type Relation,
} from './words.ts';

/** The ways of one act, by name. Each requests the act on the thing with this id. */
type Ways<Target> = Readonly<Record<string, (asker: Asker, target: Target, operation: string) => Promise<Seen>>>;
type Request = readonly [method: string, path: string, body?: unknown];

export function writeCells(cast: AccessCast): Cell[] {
  const { askers, circle, fresh } = cast;
  const ana = cast.who('oneself');
  const cells: Cell[] = [];
  const byRest =
    <Target>(request: (target: Target, asker: Asker) => Request) =>
    (asker: Asker, target: Target, operation: string) =>
      rest(operation, asker, request(target, asker));

  /**
   * `shared`: the thing that all cells share; null where this asker has none of this kind. `made`: makes a new thing for a cell that must
   * succeed.
   */
  function each<State extends string, Target>(
    act: string,
    states: readonly State[],
    expected: (relation: Relation, state: State) => Outcome,
    ways: Ways<Target>,
    shared: (state: State, asker: Asker) => Target | null,
    made: (state: State, asker: Asker) => Promise<Target> | Target,
    never?: () => Target,
  ): void {
    for (const [way, ask] of Object.entries(ways)) {
      const operation = `${act}, by ${way}`;
      for (const asker of askers) {
        const { relation } = asker;
        if (never)
          cells.push({ operation, relation, state: NEVER, expected: expectedNever(relation), ask: () => ask(asker, never(), operation) });
        for (const state of states) {
          const target = shared(state, asker);
          if (target === null) continue;
          const outcome = expected(relation, state);
          cells.push({
            operation,
            relation,
            state,
            expected: outcome,
            ask: async () => ask(asker, outcome === 'done' ? await made(state, asker) : target, operation),
          });
        }
      }
    }
  }

  // Posts.
  interface PostTarget {
    readonly post: string;
    readonly state: PostState;
  }
  const postBody = ({ state }: PostTarget, content = 'said anew') => {
    const { audience } = postWords(state);
    const visibility_type = audienceOf(audience);
    return { content, visibility_type, specific_user_ids: visibility_type === 'specific' ? [cast.ned.id] : [] };
  };
  const post = (act: Parameters<typeof expectedPostWriting>[0], ways: Ways<PostTarget>) =>
    each<PostState, PostTarget>(
      act,
      postStates,
      (relation, state) => expectedPostWriting(act, relation, state),
      ways,
      (state) => ({ post: cast.posts[state].post, state }),
      // Comments and reactions need no new post, and chosen people may have left the network since.
      async (state, asker) =>
        asker.member === ana
          ? { post: (await fresh.post(postWords(state).audience, [cast.ned])).post, state }
          : { post: cast.posts[state].post, state },
      () => ({ post: uuid(), state: 'friends, live' }),
    );
  post('edit a post', { REST: byRest((target) => ['PUT', `/posts/${target.post}`, postBody(target)]) });
  post('change its audience', {
    REST: byRest((target) => ['PUT', `/posts/${target.post}`, { content: 'mine', visibility_type: 'private' }]),
  });
  post('delete a post', {
    REST: byRest((target) => ['DELETE', `/posts/${target.post}`]),
    push: (asker, target) => push(asker, 'posts', { id: target.post, _deleted: true }),
  });
  post('comment on a post', {
    REST: byRest((target) => ['POST', `/posts/${target.post}/comments`, { content: 'well said' }]),
    push: (asker, target) => push(asker, 'comments', circle.commentDocument(asker.member, target.post)),
  });
  post('react to a post', {
    REST: byRest((target) => ['POST', '/posts/reactions', { emoji_code: '🎉', target_type: 'post', target_id: target.post }]),
    push: (asker, target) => push(asker, 'reactions', circle.reactionDocument(asker.member, 'post', target.post, '🎈')),
  });

  // Comments.
  const comment = (act: Parameters<typeof expectedComment>[0], ways: Ways<{ post: string; comment: string }>) =>
    each(
      act,
      commentStates,
      (relation, state) => expectedComment(act, relation, state),
      ways,
      (state, asker) => cast.commentFor(asker.relation, state),
      (state, asker) => {
        const { own, post } = commentWords(state);
        const stage = post.audience === 'friends' ? fresh.stages.friends : fresh.stages['friends of friends'];
        return fresh.comment(own ? asker.member : cast.ned, stage);
      },
    );
  comment('edit a comment', { REST: byRest((on) => ['PATCH', `/posts/${on.post}/comments/${on.comment}`, { content: 'better said' }]) });
  comment('delete a comment', {
    REST: byRest((on) => ['DELETE', `/posts/${on.post}/comments/${on.comment}`]),
    push: (asker, on) => push(asker, 'comments', { id: on.comment, is_deleted: true }),
  });
  comment('react to a comment', {
    REST: byRest((on) => ['POST', '/posts/reactions', { emoji_code: '🎉', target_type: 'comment', target_id: on.comment }]),
  });

  // Friend invitations.
  const answered = async (relation: Relation): Promise<{ id: string; asker?: Asker }> => {
    const { id, receiver } = await fresh.invitation();
    return { id, asker: { relation, member: receiver, client: receiver.client } };
  };
  const invitation = (
    act: Parameters<typeof expectedInvitation>[0],
    request: (id: string) => Request,
    own: () => Promise<{ id: string }> = fresh.invitation,
  ) =>
    each<(typeof invitationStates)[number], { id: string; asker?: Asker }>(
      act,
      invitationStates,
      (relation, state) => expectedInvitation(act, relation, state),
      // A new invitation must be answered by the member who received it.
      { REST: (asker, { id, asker: receiver }, operation) => rest(operation, receiver ?? asker, request(id)) },
      (state) => ({ id: cast.invitations[state] }),
      async (_state, asker) => (asker.member === ana ? { id: (await own()).id } : answered(asker.relation)),
      () => ({ id: uuid() }),
    );
  invitation('answer an invitation', (id) => ['POST', `/friends/invitations/${id}/respond`, { status: 'declined' }]);
  invitation('wait for a seat', (id) => ['POST', `/friends/invitations/${id}/wait`]);
  invitation('send an invitation again', (id) => ['POST', `/friends/invitations/${id}/send-again`], fresh.mailedInvitation);
  invitation('take back an invitation', (id) => ['POST', `/friends/invitations/${id}/cancel`]);

  // Groups.
  const group = (act: Parameters<typeof expectedGroup>[0], request: (id: string, asker: Asker) => Request) =>
    each(
      act,
      groupStates,
      (relation, state) => expectedGroup(act, relation, state),
      { REST: byRest<string>(request) },
      (state) => cast.groups[state],
      async (_state, asker) => fresh.group(asker),
      uuid,
    );
  group('edit a group', (id) => ['PUT', `/groups/${id}`, { name: 'Monday walks' }]);
  group('delete a group', (id) => ['DELETE', `/groups/${id}`]);
  group('leave a group', (id) => ['POST', `/groups/${id}/leave`]);
  group('remove oneself', (id, { member }) => ['DELETE', `/groups/${id}/members/${member.id}`]);
  group('remove a member', (id) => ['DELETE', `/groups/${id}/members/${cast.nora.id}`]);
  group('set a role', (id) => ['PUT', `/groups/${id}/members/${cast.nora.id}/role`, { role: 'admin' }]);
  group('hand a group over', (id) => ['PUT', `/groups/${id}/members/${cast.nora.id}/role`, { role: 'owner' }]);
  group('invite into a group', (id) => ['POST', `/groups/${id}/invite`, { user_id: cast.guest.id }]);
  group('write into a group', (id) => ['POST', `/groups/${id}/messages`, { content: 'who comes along?' }]);

  interface ToGroup {
    readonly id: string;
    readonly receiver?: Asker;
  }
  const groupInvitation = (act: Parameters<typeof expectedGroupInvitation>[0], request: (id: string) => Request) =>
    each<(typeof groupInvitationStates)[number], ToGroup>(
      `${act} of a group`,
      groupInvitationStates,
      (relation, state) => expectedGroupInvitation(act, relation, state),
      { REST: (asker, { id, receiver }, operation) => rest(operation, receiver ?? asker, request(id)) },
      (state) => ({ id: cast.groupInvitations[state] }),
      async (_state, asker) => {
        const { id, receiver } = await fresh.groupInvitation();
        if (act !== 'answer an invitation') return { id };
        return { id, receiver: { relation: asker.relation, member: receiver, client: receiver.client } };
      },
      () => ({ id: uuid() }),
    );
  groupInvitation('answer an invitation', (id) => ['POST', `/groups/invitations/${id}/decline`]);
  groupInvitation('take back an invitation', (id) => ['POST', `/groups/invitations/${id}/cancel`]);

  // Messages.
  const message = (
    act: Parameters<typeof expectedMessage>[0],
    request: (target: { group: string; message: string }) => Request,
    never = () => ({ group: cast.groups.live, message: uuid() }),
  ) =>
    each(
      act,
      messageStates,
      (relation, state) => expectedMessage(act, relation, state),
      { REST: byRest<{ group: string; message: string }>(request) },
      (state) => cast.messages[state],
      (state, asker) =>
        fresh.message(state === 'of them, live' ? ana : act === 'edit a message' || act === 'delete a message' ? asker.member : ana),
      never,
    );
  message('edit a message', (on) => ['PUT', `/messages/${on.message}`, { content: 'better said' }]);
  message('delete a message', (on) => ['DELETE', `/messages/${on.message}`]);
  message(
    'reply to a message',
    (on) => ['POST', `/groups/${on.group}/messages`, { content: 'me too', reply_to_id: on.message }],
    // The request names the group as well. Otherwise the answer would be about the group alone.
    () => ({ group: uuid(), message: uuid() }),
  );
  message('react to a message', (on) => ['POST', `/messages/${on.message}/react`, { emoji: '🎉' }]);

  // Ana's notifications.
  const notice = (act: Parameters<typeof expectedNotice>[0], request: (id: string) => Request) =>
    each(
      act,
      noticeStates,
      (relation, state) => expectedNotice(act, relation, state),
      { REST: byRest<string>(request) },
      (state) => cast.notices[state],
      () => fresh.notice(),
      uuid,
    );
  notice('mark as read', (id) => ['PUT', `/notifications/${id}/read`]);
  notice('delete a notification', (id) => ['DELETE', `/notifications/${id}`]);

  // Ana herself.
  const person = (
    act: Parameters<typeof expectedPerson>[0],
    ask: (asker: Asker, id: string, operation: string) => Promise<Seen>,
    never?: Outcome,
  ) => {
    for (const asker of askers) {
      const { relation } = asker;
      cells.push({
        operation: act,
        relation,
        state: 'as they are',
        expected: expectedPerson(act, relation),
        ask: () => ask(asker, ana.id, act),
      });
      const expected = never && expectedNever(relation) === 'missing' ? never : expectedNever(relation);
      if (never) cells.push({ operation: act, relation, state: NEVER, expected, ask: () => ask(asker, uuid(), act) });
    }
  };
  person('change the profile', async (asker, id) => {
    const profile = { name: 'Ana anew', bio: '', location: '', interests: [], profile_image_url: null };
    const seen = (await pullAll(asker))?.get('profiles')?.get(id);
    return push(asker, 'profiles', { id, ...profile }, seen ? [seen.write_id] : []);
  });
  person('change a setting of theirs', (asker, id) =>
    push(asker, 'settings', { id: `${id}|notify_post_created`, user_id: id, key: 'notify_post_created', value: 'on' }),
  );
  person(
    'be chosen as a reader',
    (asker, id, operation) =>
      rest(operation, asker, ['POST', '/posts', { content: 'for you', visibility_type: 'specific', specific_user_ids: [id] }]),
    'invalid',
  );
  person(
    'be invited into their group',
    (asker, id, operation) => rest(operation, asker, ['POST', `/groups/${cast.groupOf(asker.relation)}/invite`, { user_id: id }]),
    'missing',
  );
  person(
    'unfriend',
    async (asker, id, operation) => {
      const isFriend = asker.relation === 'friend' && id === ana.id;
      const by = isFriend ? { ...asker, client: (await fresh.friend()).client } : asker;
      return rest(operation, by, ['DELETE', `/friends/${id}/unfriend`]);
    },
    'missing',
  );
  person('end a friendship of theirs', async (asker, id) => {
    const other = asker.relation === 'oneself' ? await fresh.friend() : cast.ned;
    return push(asker, 'friends', { id: friendRowId(id, other.id), _deleted: true });
  });

  // Photos: hers, of her posts and of messages.
  for (const asker of askers) {
    const { relation } = asker;
    const replace = (operation: string, state: string, expected: Outcome, id: string) =>
      cells.push({ operation, relation, state, expected, ask: () => putImage(asker, cast.url, id, new Uint8Array(cast.photo)) });
    replace('replace an image', 'named', expectedImage('replace an image', relation, 'named'), cast.images.named);
    for (const state of postStates)
      replace('replace a photo of a post', state, expectedPhotoOfPost('replace an image', relation, state), cast.photosOfPosts[state]);
    for (const state of messageStates)
      replace(
        'replace a photo of a message',
        state,
        expectedPhotoOfMessage('replace an image', relation, state),
        cast.messages[state].photo,
      );
  }
  return cells;
}

/** Acts that change the relation itself, so they are tried last. A sent invitation is taken back. */
export function lastCells(cast: AccessCast): Cell[] {
  const ana = cast.who('oneself');
  const person = (act: 'invite by id' | 'invite by address' | 'block', request: Request): Cell[] =>
    cast.askers.map((asker) => ({
      operation: act,
      relation: asker.relation,
      state: 'as they are',
      expected: expectedPerson(act, asker.relation),
      ask: async () => {
        let sent: string | undefined;
        const seen = await rest(act, asker, request, (data: { id?: string }) => {
          sent = data?.id;
          return 'done';
        });
        if (act !== 'block' && sent) await asker.client.call('POST', `/api/friends/invitations/${sent}/cancel`);
        return seen;
      },
    }));
  return [
    ...person('invite by id', ['POST', `/friends/invite-by-id/${ana.id}`]),
    ...person('invite by address', ['POST', '/friends/invite', { email: ana.email }]),
    ...person('block', ['PUT', `/profiles/${ana.id}/block`]),
  ];
}
