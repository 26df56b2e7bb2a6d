/**
 * The expected outcome of each cell of the access matrix, from the product's description alone and without server code. A request without a
 * session gets the answer to sign in before anything else is checked. What a member may not read looks to them as if it never existed.
 */
import { type CommentWords, commentWords, type PostWords, postWords } from './states.ts';
import type {
  CommentAct,
  CommentState,
  GroupAct,
  GroupInvitationAct,
  GroupInvitationState,
  GroupState,
  ImageAct,
  ImageState,
  InvitationAct,
  InvitationState,
  MessageAct,
  MessageState,
  NoticeAct,
  NoticeState,
  Outcome,
  PersonAct,
  PostReading,
  PostState,
  PostWriting,
  Relation,
} from './words.ts';

const hasSession = (relation: Relation): boolean => !['visitor', 'expired session', 'revoked session'].includes(relation);

/** To every signed-in member a thing that never existed is missing. */
export const expectedNever = (relation: Relation): Outcome => (hasSession(relation) ? 'missing' : 'signed out');

/**
 * The distance from Ana: 0 is Ana herself, 1 a friend, 2 a friend of a friend. Everybody further away, or blocked by one of the two, is out
 * of reach.
 */
function distance(relation: Relation): number {
  if (relation === 'oneself') return 0;
  if (relation === 'friend') return 1;
  return relation === 'friend of friend' ? 2 : Number.POSITIVE_INFINITY;
}

/** How far a post reaches. Chosen readers lose it when they leave the network. */
function reach({ audience }: PostWords): number {
  if (audience === 'friends') return 1;
  const reachesTheNetwork = audience === 'friends of friends' || audience === 'public' || audience === 'specific naming the reader';
  return reachesTheNetwork ? 2 : 0;
}

const seesPost = (relation: Relation, post: PostWords): boolean => !post.deleted && distance(relation) <= reach(post);

export function expectedPostReading(act: PostReading, relation: Relation, state: PostState): Outcome {
  const post = postWords(state);
  if (!hasSession(relation)) return 'signed out';
  if (!seesPost(relation, post)) return 'missing';
  // Posts for friends or for friends of friends show their list of readers to the author only, posts for chosen people to every reader.
  const listed = relation === 'oneself' || post.audience.startsWith('specific');
  return act === 'read its list of readers' && !listed ? 'without the list' : 'done';
}

export function expectedPostWriting(act: PostWriting, relation: Relation, state: PostState): Outcome {
  if (!hasSession(relation)) return 'signed out';
  if (!seesPost(relation, postWords(state))) return 'missing';
  if (act === 'comment on a post' || act === 'react to a post') return 'done';
  return relation === 'oneself' ? 'done' : 'forbidden';
}

export function expectedComment(act: CommentAct, relation: Relation, state: CommentState): Outcome {
  const comment: CommentWords = commentWords(state);
  if (!hasSession(relation)) return 'signed out';
  if (!seesPost(relation, comment.post)) return 'missing';
  switch (act) {
    case 'read a comment':
      // A deleted comment keeps its place without its text.
      return 'done';
    case 'read reactions to it':
      return comment.deleted ? 'missing' : 'done';
    case 'react to a comment':
      return comment.deleted ? 'conflict' : 'done';
    case 'edit a comment':
      if (!comment.own) return 'forbidden';
      return comment.deleted ? 'conflict' : 'done';
    case 'delete a comment': {
      const ownsThePost = relation === 'oneself';
      if (!comment.own && !ownsThePost) return 'forbidden';
      return comment.deleted ? 'no change' : 'done';
    }
  }
}

const inTheGroup = (relation: Relation): boolean => ['oneself', 'group owner', 'group admin', 'group member'].includes(relation);

/** Relations that have a row with Ana's name: a seat in a shared group, or an open invitation between the two. */
const hasMetThem = (relation: Relation): boolean =>
  inTheGroup(relation) || relation === 'invited by them' || relation === 'inviter of them';

export function expectedPerson(act: PersonAct, relation: Relation): Outcome {
  const far = distance(relation);
  const to = (allowed: boolean, otherwise: Outcome = 'missing'): Outcome => (allowed ? 'done' : otherwise);
  if (!hasSession(relation)) return 'signed out';
  const isBlocked = relation === 'blocked by them' || relation === 'blocker of them';
  switch (act) {
    case 'read the profile':
      if (far <= 1) return 'with address';
      if (far === 2) return 'whole';
      return hasMetThem(relation) ? 'name alone' : 'missing';
    case 'hold the profile':
      return to(far <= 2);
    case 'read the page of a friend':
      if (far === 1) return 'done';
      return far === 2 ? 'forbidden' : 'missing';
    case 'find among friends':
      return to(far === 1);
    case 'find in the network':
    case 'ask for the relationship':
      return to(far === 1 || far === 2);
    case 'ask for their friends':
    case 'hold their address':
    case 'hold a friendship of theirs':
      return to(far <= 1);
    case 'hold a setting of theirs':
    case 'change a setting of theirs':
      return to(far === 0);
    case 'change the profile':
      // Members who see the profile are forbidden to change it; to everybody else it looks nonexistent.
      return to(far === 0, far <= 2 ? 'forbidden' : 'missing');
    case 'end a friendship of theirs':
      return to(far === 0, far === 1 ? 'forbidden' : 'missing');
    case 'unfriend':
      return to(far === 1);
    case 'invite by id':
    case 'invite by address':
      if (relation === 'oneself') return 'invalid';
      if (relation === 'friend' || relation === 'invited by them') return 'conflict';
      // An invitation to an address must not reveal whose address it is. So it succeeds even if the sender has already invited Ana by id,
      // or if one of the two has blocked the other.
      if (act === 'invite by address') return 'done';
      if (isBlocked) return 'missing';
      return relation === 'inviter of them' ? 'conflict' : 'done';
    case 'block':
      return to(relation !== 'oneself', 'forbidden');
    case 'be chosen as a reader':
      // A member who cannot be chosen must look nonexistent.
      return to(far === 1 || far === 2, 'invalid');
    case 'be invited into their group':
      if (relation === 'oneself') return 'conflict';
      return to(far === 1);
  }
}

export function expectedInvitation(act: InvitationAct, relation: Relation, state: InvitationState): Outcome {
  if (!hasSession(relation)) return 'signed out';
  const sent = relation === 'oneself';
  const received = relation === (state === 'accepted' ? 'friend' : 'invited by them');
  if (state === 'cancelled' || !(sent || received)) return 'missing';
  switch (act) {
    case 'hold an invitation':
      return 'done';
    case 'list as sent':
      return sent && state === 'pending' ? 'done' : 'missing';
    case 'list as received':
      return received && state === 'pending' ? 'done' : 'missing';
    case 'answer an invitation':
    case 'wait for a seat':
      if (!received) return 'missing';
      return state === 'pending' ? 'done' : 'conflict';
    case 'send an invitation again':
      // Those that are not pending were made by the id of the member, so there is no address to send them to.
      return sent && state === 'pending' ? 'done' : 'missing';
    case 'take back an invitation':
      if (!sent) return 'missing';
      return state === 'pending' ? 'done' : 'conflict';
  }
}

export function expectedGroup(act: GroupAct, relation: Relation, state: GroupState): Outcome {
  if (!hasSession(relation)) return 'signed out';
  if (state === 'deleted' || !inTheGroup(relation)) return 'missing';
  const owns = relation === 'group owner';
  const invites = owns || relation === 'group admin';
  switch (act) {
    case 'read a group':
    case 'write into a group':
      return 'done';
    case 'read its open invitations':
      return invites ? 'done' : 'without the list';
    case 'invite into a group':
      return invites ? 'done' : 'forbidden';
    case 'leave a group':
      // The owner must hand the group over or delete it.
      return owns ? 'conflict' : 'done';
    case 'remove oneself':
      // Only the owner removes members; other members leave by themselves.
      return owns ? 'conflict' : 'forbidden';
    default:
      return owns ? 'done' : 'forbidden';
  }
}

export function expectedGroupInvitation(act: GroupInvitationAct, relation: Relation, state: GroupInvitationState): Outcome {
  if (!hasSession(relation)) return 'signed out';
  const owns = relation === 'group owner';
  const invites = owns || relation === 'group admin';
  const received =
    (relation === 'invited to the group' && state === 'pending') ||
    (relation === 'declined the group' && state === 'declined') ||
    (relation === 'group member' && state === 'accepted');
  switch (act) {
    case 'list as received':
      return received && state === 'pending' ? 'done' : 'missing';
    case 'list in the group':
      return invites && (state === 'pending' || state === 'declined') ? 'done' : 'missing';
    case 'hold an invitation':
      // A pending invitation is visible to the invitee and to members who may invite, a declined one to the latter, an accepted one to
      // nobody.
      if (state === 'pending') return invites || received ? 'done' : 'missing';
      return invites && state === 'declined' ? 'done' : 'missing';
    case 'answer an invitation':
      if (!received) return 'missing';
      return state === 'pending' ? 'done' : 'conflict';
    case 'take back an invitation':
      if (!invites || state === 'accepted' || state === 'cancelled') return 'missing';
      return owns ? 'done' : 'forbidden';
  }
}

export function expectedMessage(act: MessageAct, relation: Relation, state: MessageState): Outcome {
  if (!hasSession(relation)) return 'signed out';
  if (state === 'in a deleted group' || !inTheGroup(relation)) return 'missing';
  const deleted = state === 'of them, deleted';
  const own = state === 'of the member, live' ? relation === 'group member' : relation === 'oneself';
  switch (act) {
    case 'read a message':
    case 'reply to a message':
      // A deleted message keeps its place, and can be replied to there.
      return 'done';
    case 'read reactions to it':
      return deleted ? 'missing' : 'done';
    case 'react to a message':
      return deleted ? 'conflict' : 'done';
    case 'edit a message':
      if (!own) return 'forbidden';
      return deleted ? 'conflict' : 'done';
    case 'delete a message':
      if (!own) return 'forbidden';
      return deleted ? 'no change' : 'done';
  }
}

export function expectedNotice(act: NoticeAct, relation: Relation, state: NoticeState): Outcome {
  if (!hasSession(relation)) return 'signed out';
  if (relation !== 'oneself' || state === 'deleted') return 'missing';
  return act === 'mark as read' && state === 'read' ? 'no change' : 'done';
}

/** A member who reads a post or a message reads its photos. A deleted message has none. */
export const expectedPhotoOfPost = (act: ImageAct, relation: Relation, state: PostState): Outcome =>
  expectedPhoto(act, relation, expectedPostReading('read a post', relation, state), 'oneself');
export const expectedPhotoOfMessage = (act: ImageAct, relation: Relation, state: MessageState): Outcome =>
  expectedPhoto(
    act,
    relation,
    expectedMessage('read reactions to it', relation, state),
    state === 'of the member, live' ? 'group member' : 'oneself',
  );

function expectedPhoto(act: ImageAct, relation: Relation, reading: Outcome, author: Relation): Outcome {
  if (act === 'read an image' || reading !== 'done') return reading;
  return relation === author ? 'no change' : 'missing';
}

export function expectedImage(act: ImageAct, relation: Relation, state: ImageState): Outcome {
  if (!hasSession(relation)) return 'signed out';
  if (state === 'replaced') return 'missing';
  // The first bytes stay: their owner may send them again.
  if (act === 'replace an image') return relation === 'oneself' ? 'no change' : 'missing';
  return distance(relation) <= 2 || hasMetThem(relation) ? 'done' : 'missing';
}
