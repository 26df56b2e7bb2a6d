/**
 * A member for each relation to Ana, and one thing in each state, made once per file by the real commands. For acts that must be carried
 * out, `fresh` makes a new thing each time.
 */
import { v7 as uuid } from 'uuid';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import type { VisibilityType } from '../../../schemas/posts/visibility.ts';
import { type ApiClient, apiClient } from '../../support/api-client.ts';
import { type Member, test as serverTest } from '../../support/fixtures/server.ts';
import { plainPhoto } from '../../support/photos.ts';
import { setUp } from '../../support/set-up-time.ts';
import type { AppOptions } from '../../support/start-app.ts';
import { createRowReader } from '../stored-rows.ts';
import { postWords } from './states.ts';
import {
  type Audience,
  type CommentState,
  type GroupInvitationState,
  type GroupState,
  type ImageState,
  type InvitationState,
  type MessageState,
  type NoticeState,
  type PostState,
  postStates,
  type Relation,
  relations,
} from './words.ts';

type ServerCircle = Awaited<ReturnType<typeof import('../../support/fixtures/server.ts').circleOf>>;

/** Who sends the request: a member, or a client with an ended session of Ana's. */
export interface Asker {
  readonly relation: Relation;
  readonly member: Member;
  readonly client: ApiClient;
}

export interface PostTarget {
  readonly post: string;
  /** Ana's comment on the post, with her reaction */
  readonly comment: string;
}

export interface CommentTarget {
  readonly post: string;
  readonly comment: string;
}

export interface MessageTarget {
  readonly group: string;
  readonly message: string;
  /** its photo, whose bytes were sent */
  readonly photo: string;
}

const visibility: Readonly<Record<Audience, VisibilityType>> = {
  private: 'private',
  friends: 'friends',
  'friends of friends': 'friends_of_friends',
  public: 'public',
  'specific naming the reader': 'specific',
  'specific naming another': 'specific',
};

export type AccessCast = Awaited<ReturnType<typeof createAccessCast>>;

/** Relations that could once comment on a post of Ana's. Their comments stay theirs, whatever happened since. */
const writers: readonly Relation[] = ['oneself', 'friend', 'friend of friend', 'ex-friend', 'blocked by them', 'blocker of them'];
const sessionless: readonly Relation[] = ['visitor', 'expired session', 'revoked session'];

async function createAccessCast(circle: ServerCircle, sql: import('postgres').Sql, url: string) {
  const names = relations.filter((relation) => !sessionless.includes(relation));
  const members = new Map<Relation, Member>();
  for (const relation of names) members.set(relation, await circle.signUp(`Of ${relation.replaceAll(/\W/g, ' ')}`));
  const who = (relation: Relation): Member => {
    const member = members.get(relation);
    if (!member) throw new Error(`nobody is ${relation}`);
    return member;
  };
  const ana = who('oneself');
  const ben = who('friend');
  const olga = who('group owner');
  const adam = who('group admin');
  // Extra members who send no requests: a friend whose rows belong to another member, a group member, and a guest.
  const [ned, nora, guest] = [await circle.signUp('Ned'), await circle.signUp('Nora'), await circle.signUp('Guest')];

  const sent = async (from: Member, to: Member) => circle.invite(from, { member: to.id });
  const acceptedOfBen = await sent(ana, ben);
  await circle.done(ben, 'invitations', { id: acceptedOfBen, kind: 'friend', status: 'accepted' });
  await circle.befriend(ned, ana);
  await circle.befriend(who('friend of friend'), ben);
  await circle.befriend(who('third degree'), who('friend of friend'));
  const parted = [who('ex-friend'), who('blocked by them'), who('blocker of them')];
  for (const member of parted) await circle.befriend(member, ana);
  // They are also friends of a friend. Only the block keeps them apart from Ana.
  for (const member of parted.slice(1)) await circle.befriend(member, ben);

  const photo = await plainPhoto('#336699');
  const newPhoto = (): Photo => ({ id: uuid(), width: 640, height: 640, thumbhash: '', alt: '' });
  const upload = (by: Member, method: string, path: string) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${by.client.token()}`, 'content-type': 'image/png' },
      body: new Uint8Array(photo),
    });
  /** Sends the bytes of a photo that a row of this member names, and returns its id. */
  const sendPhoto = async (by: Member, { id }: Photo): Promise<string> => {
    const { status } = await upload(by, 'PUT', `/images/${id}`);
    if (status !== 200) throw new Error(`a photo was answered ${status}`);
    return id;
  };
  const pictured = async (sender: Member, to: string, content: string) => {
    const shown = newPhoto();
    const { id } = await circle.done(sender, 'group_messages', { ...circle.messageDocument(sender, to, content), photos: [shown] });
    return { message: id, photo: await sendPhoto(sender, shown) };
  };

  // The group. Its owner invited Ana, and the two are no longer friends.
  const seated = [adam, who('group member'), nora, who('removed from the group'), who('left the group')];
  const invited = [who('invited to the group'), who('declined the group')];
  for (const member of [...seated, ...invited, guest, ana]) await circle.befriend(member, olga);
  await circle.befriend(guest, adam);
  const makeGroup = async () => {
    const group = await circle.group(olga, adam, nora, who('removed from the group'), who('left the group'), ana);
    await circle.setRole(olga, group, adam, 'admin');
    await circle.removeFromGroup(olga, group, who('removed from the group'));
    await circle.leave(who('left the group'), group);
    const accepted = await circle.inviteToGroup(olga, group, who('group member'));
    await circle.done(who('group member'), 'invitations', { id: accepted, kind: 'group', status: 'accepted' });
    const pending = await circle.inviteToGroup(olga, group, who('invited to the group'));
    const declined = await circle.inviteToGroup(olga, group, who('declined the group'));
    await circle.done(who('declined the group'), 'invitations', { id: declined, kind: 'group', status: 'declined' });
    const cancelled = await circle.inviteToGroup(olga, group, guest);
    await circle.done(olga, 'invitations', { id: cancelled, kind: 'group', _deleted: true });
    const messages = {
      own: await pictured(ana, group, 'of Ana'),
      gone: await pictured(ana, group, 'soon gone'),
      member: await pictured(who('group member'), group, 'of the member'),
    };
    for (const { message } of Object.values(messages)) await circle.react(ana, 'message', message);
    await circle.done(ana, 'group_messages', { id: messages.gone.message, is_deleted: true });
    return { group, accepted, pending, declined, cancelled, messages };
  };
  const group = await makeGroup();
  const goneGroup = await makeGroup();
  await circle.done(olga, 'groups', { id: goneGroup.group, _deleted: true });
  await circle.unfriend(ana, olga);

  // Every member has a group into which they could invite Ana.
  const ownGroups = new Map<Relation, string>();
  for (const relation of names) ownGroups.set(relation, await circle.group(who(relation)));

  // The posts, made while members who part later are still friends and can be chosen.
  const named = [ben, who('friend of friend'), ned, ...parted];
  const makePost = async (audience: Audience, chosen: readonly Member[] = named, photos: readonly Photo[] = []): Promise<PostTarget> => {
    const naming = audience === 'specific naming another' ? [ned] : audience === 'specific naming the reader' ? chosen : [];
    const post = await circle.post(ana, { audience: visibility[audience], chosen: naming, photos });
    const comment = await circle.comment(ana, post);
    await circle.react(ana, 'post', post);
    await circle.react(ana, 'comment', comment);
    return { post, comment };
  };
  const posts = {} as Record<PostState, PostTarget>;
  const photosOfPosts = {} as Record<PostState, string>;
  for (const state of postStates) {
    const shown = newPhoto();
    posts[state] = await makePost(postWords(state).audience, named, [shown]);
    photosOfPosts[state] = await sendPhoto(ana, shown);
  }

  const makeComment = async (author: Member, post: string, deleted = false): Promise<CommentTarget> => {
    const comment = await circle.comment(author, post);
    await circle.react(ana, 'comment', comment);
    if (deleted) await circle.done(author, 'comments', { id: comment, is_deleted: true });
    return { post, comment };
  };
  const stages = {
    friends: (await makePost('friends')).post,
    'friends of friends': (await makePost('friends of friends')).post,
    'a deleted post': (await makePost('friends of friends')).post,
  };
  const commentsOf = async (author: Member) => ({
    'live, friends': author === who('friend of friend') ? null : await makeComment(author, stages.friends),
    'deleted, friends': author === who('friend of friend') ? null : await makeComment(author, stages.friends, true),
    'live, friends of friends': await makeComment(author, stages['friends of friends']),
    'deleted, friends of friends': await makeComment(author, stages['friends of friends'], true),
    'live, a deleted post': await makeComment(author, stages['a deleted post']),
  });
  const ownComments = new Map<Relation, Awaited<ReturnType<typeof commentsOf>>>();
  for (const relation of writers) ownComments.set(relation, await commentsOf(who(relation)));
  const commentsOfNed = await commentsOf(ned);

  // Now these members part, and the deleted things are deleted.
  await circle.unfriend(ana, who('ex-friend'));
  const block = (by: Member, other: Member) =>
    circle.done(by, 'settings', { id: `${by.id}|blocked|${other.id}`, user_id: by.id, key: `blocked|${other.id}`, value: 'on' });
  await block(ana, who('blocked by them'));
  await block(who('blocker of them'), ana);
  for (const state of postStates) if (postWords(state).deleted) await circle.done(ana, 'posts', { id: posts[state].post, _deleted: true });
  await circle.done(ana, 'posts', { id: stages['a deleted post'], _deleted: true });

  const invitee = who('invited by them');
  const declinedInvitation = await sent(ana, invitee);
  await circle.done(invitee, 'invitations', { id: declinedInvitation, kind: 'friend', status: 'declined' });
  const cancelledInvitation = await sent(ana, invitee);
  await circle.done(ana, 'invitations', { id: cancelledInvitation, _deleted: true });
  const invitations: Record<InvitationState, string> = {
    accepted: acceptedOfBen,
    declined: declinedInvitation,
    cancelled: cancelledInvitation,
    pending: await sent(ana, invitee),
  };
  await sent(who('inviter of them'), ana);

  const makeNotice = async (): Promise<string> => {
    const comment = await circle.comment(ben, stages.friends, 'to be told of');
    const [row] = await sql<{ id: string }[]>`select id from notifications where user_id = ${ana.id} and related_comment_id = ${comment}`;
    if (!row) throw new Error('Ana was not told');
    return row.id;
  };
  const notices: Record<NoticeState, string> = { unread: await makeNotice(), read: await makeNotice(), deleted: await makeNotice() };
  await circle.done(ana, 'notifications', { id: notices.read, is_read: true });
  await circle.done(ana, 'notifications', { id: notices.deleted, _deleted: true });

  const setPhoto = async (): Promise<string> => {
    const response = await upload(ana, 'POST', '/profiles/me/image');
    const { data } = (await response.json()) as { data: { profile_image_url: string } };
    return data.profile_image_url.replace('/api/images/', '');
  };
  const images: Record<ImageState, string> = { replaced: await setPhoto(), named: await setPhoto() };
  await circle.done(ana, 'settings', { id: `${ana.id}|theme`, user_id: ana.id, key: 'theme', value: 'dark' });

  const signUpFresh = () => circle.signUp(`Fresh ${uuid()}`, { email: `${uuid()}@kith.test` });

  // Ended sessions of Ana's: one that expired, and one that she revoked on another device.
  const expired = await circle.openSession(ana, 'long unused');
  await sql`update sessions set expires_at = now() - interval '1 minute' where id = ${expired.sessionId}`;
  const revoked = await circle.openSession(ana, 'lost');
  const ended = await ana.client.delete(`/api/auth/sessions/${revoked.sessionId}`);
  if (ended.status !== 200) throw new Error('a session was not ended');
  const withToken = (token: string | undefined) => {
    const client = apiClient(url);
    client.use(token);
    return client;
  };
  const clientOf = (relation: Relation): ApiClient => {
    if (relation === 'visitor') return withToken(undefined);
    if (relation === 'expired session') return withToken(expired.accessToken);
    return relation === 'revoked session' ? withToken(revoked.accessToken) : who(relation).client;
  };
  const askers: Asker[] = relations.map((relation) => ({
    relation,
    member: sessionless.includes(relation) ? ana : who(relation),
    client: clientOf(relation),
  }));

  return {
    circle,
    url,
    photo,
    who,
    ned,
    nora,
    guest,
    askers,
    posts,
    photosOfPosts,
    invitations,
    notices,
    images,
    groups: { live: group.group, deleted: goneGroup.group } satisfies Record<GroupState, string>,
    messages: {
      'of them, live': { group: group.group, ...group.messages.own },
      'of them, deleted': { group: group.group, ...group.messages.gone },
      'of the member, live': { group: group.group, ...group.messages.member },
      'in a deleted group': { group: goneGroup.group, ...goneGroup.messages.own },
    } satisfies Record<MessageState, MessageTarget>,
    groupInvitations: {
      pending: group.pending,
      accepted: group.accepted,
      declined: group.declined,
      cancelled: group.cancelled,
    } satisfies Record<GroupInvitationState, string>,
    /** A comment in this state; null where this relation could never have written it. Relations without a session use Ana's. */
    commentFor(relation: Relation, state: CommentState): CommentTarget | null {
      const [owner, ...rest] = state.split(', ');
      const key = rest.join(', ') as keyof typeof commentsOfNed;
      if (owner !== 'own') return commentsOfNed[key];
      if (relation === 'visitor') return null;
      return ownComments.get(sessionless.includes(relation) ? 'oneself' : relation)?.[key] ?? null;
    },
    /** The group into which this relation invites others. */
    groupOf: (relation: Relation): string => ownGroups.get(sessionless.includes(relation) ? 'oneself' : relation) ?? '',
    seatOf: (groupId: string, member: Member) => groupMemberId(groupId, member.id),

    /** New things like those above, which a test may change. */
    fresh: {
      post: makePost,
      comment: makeComment,
      notice: makeNotice,
      stages,
      async friend(): Promise<Member> {
        const member = await signUpFresh();
        await circle.befriend(member, ana);
        return member;
      },
      async invitation(): Promise<{ id: string; receiver: Member }> {
        const receiver = await signUpFresh();
        return { id: await sent(ana, receiver), receiver };
      },
      /** To an address, and mailed more than a day ago. */
      async mailedInvitation(): Promise<{ id: string }> {
        const id = await circle.invite(ana, { email: (await signUpFresh()).email });
        await sql`update friend_invitations set mailed_at = now() - interval '25 hours' where id = ${id}`;
        return { id };
      },
      /** A group of Olga's that includes the asker, in the role that they have in the other group. */
      async group(asker: Asker): Promise<string> {
        const others = asker.member === olga ? [] : [asker.member];
        if (asker.member === ana) await circle.befriend(ana, olga);
        const id = await circle.group(olga, nora, ...others);
        if (asker.member === ana) await circle.unfriend(ana, olga);
        if (asker.member === adam) await circle.setRole(olga, id, adam, 'admin');
        return id;
      },
      async groupInvitation(): Promise<{ id: string; receiver: Member }> {
        const receiver = await signUpFresh();
        await circle.befriend(receiver, olga);
        return { id: await circle.inviteToGroup(olga, group.group, receiver), receiver };
      },
      message: async (sender: Member): Promise<Omit<MessageTarget, 'photo'>> => {
        const message = await circle.message(sender, group.group, 'a fresh one');
        return { group: group.group, message };
      },
    },
  };
}

export const test = serverTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { MAX_DIRECT_FRIENDS: '64' } }))
  .extend('cast', { scope: 'file' }, ({ circle, server }) => setUp('members', () => createAccessCast(circle, server.sql, server.url)))
  /** Everything that is stored, except queued mails: their delivery belongs to no act. */
  .extend('readRows', { scope: 'file' }, async ({ cast, server }) => {
    const readRows = await createRowReader(server.sql, ['mailbox']);
    return async () => {
      await cast.circle.engine.settled();
      return readRows();
    };
  });

export const audienceOf = (audience: Audience): VisibilityType => visibility[audience];
