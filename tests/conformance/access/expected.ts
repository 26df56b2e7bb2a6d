/**
 * What has to become of each cell of the access matrix: from the words of the product alone, without anything of the server. Who has no session
 * is told to sign in before anything else is looked at; what one may not read is to one as what never was.
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

/** What never was is missing for everybody who is signed in. */
export const expectedNever = (relation: Relation): Outcome => (hasSession(relation) ? 'missing' : 'signed out');

/** How far from them: 0 oneself, 1 their friends, 2 the friends of those; whoever is further, or blocked by one of the two, is out of reach. */
function distance(relation: Relation): number {
  if (relation === 'oneself') return 0;
  if (relation === 'friend') return 1;
  return relation === 'friend of friend' ? 2 : Number.POSITIVE_INFINITY;
}

/** How far a post reaches. Chosen people lose it where they leave the network. */
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
  // For friends and their friends only the author is shown who it is; for chosen people every reader.
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
      // The place of a deleted one stays; its text is gone.
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

/** Who holds a row that brings their name: a seat in a group of both, an open invitation between the two. */
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
      // Who sees it is refused with what there is, everybody else as if there were none.
      return to(far === 0, far <= 2 ? 'forbidden' : 'missing');
    case 'end a friendship of theirs':
      return to(far === 0, far === 1 ? 'forbidden' : 'missing');
    case 'unfriend':
      return to(far === 1);
    case 'invite by id':
    case 'invite by address':
      if (relation === 'oneself') return 'invalid';
      if (relation === 'friend' || relation === 'invited by them') return 'conflict';
      // Who has invited them by their id is not told whose this address is, nor that nobody is there who blocks them.
      if (act === 'invite by address') return 'done';
      if (isBlocked) return 'missing';
      return relation === 'inviter of them' ? 'conflict' : 'done';
    case 'block':
      return to(relation !== 'oneself', 'forbidden');
    case 'be chosen as a reader':
      // Of whom one cannot choose one is not told whether they are there.
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
      if (!received) return 'missing';
      return state === 'pending' ? 'done' : 'conflict';
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
      // The owner hands it over, or deletes it.
      return owns ? 'conflict' : 'done';
    case 'remove oneself':
      // Only the owner removes members; whoever wants to go leaves.
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
      // An open one is with whom it was sent to and who may invite, a declined one with the latter, an accepted one with nobody.
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
      // What was deleted keeps its place, and can be replied to there.
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

export function expectedImage(act: ImageAct, relation: Relation, state: ImageState): Outcome {
  if (!hasSession(relation)) return 'signed out';
  if (state === 'replaced') return 'missing';
  // The first bytes stay: their owner may send them again.
  if (act === 'replace an image') return relation === 'oneself' ? 'no change' : 'missing';
  return distance(relation) <= 2 || hasMetThem(relation) ? 'done' : 'missing';
}
