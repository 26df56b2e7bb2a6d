/** The outcome of acts on posts, comments and reactions. */
import { type Act, type Code, changedBy, madeBy, notify, timeOf, withdraw, withdrawUnreadable } from './act.ts';
import { type Audience, type CommentFact, type Facts, isUsed, type PostFact, sameTexts } from './facts.ts';
import { areBlocked, areFriends, inNetwork, mayReadPost, roleIn } from './may-read.ts';
import { changePhotos, samePhotos, saysSomething } from './photo-acts.ts';

export interface WrittenPost {
  readonly id: string;
  readonly author: string;
  readonly content: string;
  readonly photos: PostFact['photos'];
  readonly audience: Audience;
  readonly chosen: readonly string[];
  readonly further: PostFact['further'];
}

export function checkAudience(act: Act, audience: Audience, chosen: readonly string[], reachedBefore: readonly string[]): Code {
  if (audience === 'specific') {
    if (chosen.length === 0) return 'AUDIENCE_EMPTY';
    if (chosen.includes(act.by)) return 'AUDIENCE_NOT_REACHABLE';
  } else if (chosen.length > 0) return 'INVALID';
  const added = chosen.filter((id) => !reachedBefore.includes(id));
  return added.every((id) => inNetwork(act.facts, id, act.by)) ? null : 'AUDIENCE_NOT_REACHABLE';
}

/** The members who are notified about a post: direct friends who can read it. */
function directReaders(facts: Facts, post: PostFact): string[] {
  return [...facts.members.keys()].filter(
    (member) => areFriends(facts, post.author, member) && !areBlocked(facts, post.author, member) && mayReadPost(facts, member, post),
  );
}

export function createPost(act: Act, written: WrittenPost): Code {
  const { facts, by } = act;
  const silent = saysSomething(written);
  if (silent) return silent;
  if (written.author !== by) return 'NOT_ONESELF';
  const refused = checkAudience(act, written.audience, written.chosen, []);
  if (refused) return refused;
  if (isUsed(facts, written.id)) return 'POST_NOT_FOUND';
  const taken = changePhotos(act, [], written.photos);
  if (taken) return taken;
  const post: PostFact = { ...written, edited: null, ...madeBy(act) };
  facts.posts.set(post.id, post);
  for (const reader of directReaders(facts, post)) notify(act, { to: reader, type: 'post_created', by, post: post.id });
  return null;
}

/** The post as its form submits it: another text, another audience, both or neither. */
export function changePost(act: Act, written: Omit<WrittenPost, 'author'>): Code {
  const { facts, by } = act;
  const post = facts.posts.get(written.id);
  if (!post || !mayReadPost(facts, by, post)) return 'POST_NOT_FOUND';
  if (post.author !== by) return 'NOT_ALLOWED';
  const silent = saysSomething(written);
  if (silent) return silent;
  const sameAudience =
    post.audience === written.audience &&
    post.chosen.length === written.chosen.length &&
    written.chosen.every((id) => post.chosen.includes(id));
  const sameText = post.content === written.content && samePhotos(post.photos, written.photos) && sameTexts(post.further, written.further);
  if (sameAudience && sameText) return null;
  const refused =
    changePhotos(act, post.photos, written.photos) ??
    (sameAudience ? null : checkAudience(act, written.audience, written.chosen, post.chosen));
  if (refused) return refused;

  const notifiedBefore = directReaders(facts, post);
  const { content, photos, further, audience, chosen } = written;
  const edited = sameText ? post.edited : timeOf(act);
  const changed = { ...post, content, photos, further, edited, audience, chosen, ...changedBy(act) };
  facts.posts.set(post.id, changed);
  if (sameAudience) return null;
  withdrawUnreadable(act);
  const added = directReaders(facts, changed).filter((reader) => !notifiedBefore.includes(reader));
  for (const reader of added) notify(act, { to: reader, type: 'post_created', by, post: post.id });
  return null;
}

export function deletePost(act: Act, id: string): Code {
  const { facts, by } = act;
  const post = facts.posts.get(id);
  if (!post || !mayReadPost(facts, by, post)) return 'POST_NOT_FOUND';
  if (post.author !== by) return 'NOT_ALLOWED';
  facts.posts.delete(id);
  facts.dead.add(id);
  const below = [...facts.comments.values()].filter((comment) => comment.post === id).map((comment) => comment.id);
  for (const comment of below) {
    facts.comments.delete(comment);
    facts.dead.add(comment);
  }
  for (const reaction of facts.reactions.values()) {
    if (reaction.target === id || below.includes(reaction.target)) facts.reactions.delete(reaction.id);
  }
  withdraw(act, (notice) => notice.post === id);
  return null;
}

export interface WrittenComment {
  readonly id: string;
  readonly post: string;
  readonly author: string;
  readonly content: string;
}

function commentSeenBy(facts: Facts, reader: string, id: string): { comment: CommentFact; post: PostFact } | null {
  const comment = facts.comments.get(id);
  const post = comment && facts.posts.get(comment.post);
  return comment && post && mayReadPost(facts, reader, post) ? { comment, post } : null;
}

export function createComment(act: Act, written: WrittenComment): Code {
  const { facts, by } = act;
  const post = facts.posts.get(written.post);
  if (written.author !== by) return 'NOT_ONESELF';
  if (!post || !mayReadPost(facts, by, post)) return 'POST_NOT_FOUND';
  if (isUsed(facts, written.id)) return 'COMMENT_NOT_FOUND';
  facts.comments.set(written.id, { ...written, edited: null, deleted: false, ...madeBy(act) });
  notify(act, { to: post.author, type: 'post_commented', by, post: post.id, comment: written.id });
  return null;
}

export function editComment(act: Act, id: string, content: string): Code {
  const seen = commentSeenBy(act.facts, act.by, id);
  if (!seen) return 'COMMENT_NOT_FOUND';
  const { comment } = seen;
  if (comment.author !== act.by) return 'NOT_ALLOWED';
  if (comment.deleted) return 'TARGET_DELETED';
  act.facts.comments.set(id, { ...comment, content, edited: timeOf(act), ...changedBy(act) });
  return null;
}

/** The comment's row stays. Its text, the reactions to it and the notifications about it are removed. */
export function deleteComment(act: Act, id: string): Code {
  const { facts, by } = act;
  const seen = commentSeenBy(facts, by, id);
  if (!seen) return 'COMMENT_NOT_FOUND';
  const { comment, post } = seen;
  if (comment.author !== by && post.author !== by) return 'NOT_ALLOWED';
  if (comment.deleted) return null;
  facts.comments.set(id, { ...comment, content: '', deleted: true, ...changedBy(act) });
  for (const reaction of facts.reactions.values()) if (reaction.target === id) facts.reactions.delete(reaction.id);
  withdraw(act, (notice) => notice.comment === id);
  return null;
}

export interface WrittenReaction {
  readonly id: string;
  readonly on: 'post' | 'comment' | 'message';
  readonly target: string;
  readonly by: string;
  readonly emoji: string;
}

interface Target {
  readonly author: string;
  readonly deleted: boolean;
  readonly post?: string;
  readonly comment?: string;
}

function targetSeenBy(facts: Facts, reader: string, { on, target }: WrittenReaction): Target | null {
  if (on === 'post') {
    const post = facts.posts.get(target);
    return post && mayReadPost(facts, reader, post) ? { author: post.author, deleted: false, post: post.id } : null;
  }
  if (on === 'comment') {
    const seen = commentSeenBy(facts, reader, target);
    return seen && { author: seen.comment.author, deleted: seen.comment.deleted, post: seen.post.id, comment: target };
  }
  const message = facts.messages.get(target);
  const member = message && roleIn(facts, reader, message.group) !== null;
  return member ? { author: message.sender, deleted: message.deleted } : null;
}

export function addReaction(act: Act, written: WrittenReaction): Code {
  const { facts, by } = act;
  if (written.by !== by) return 'NOT_ONESELF';
  if (written.id !== `${written.target}|${written.by}|${written.emoji}`) return 'INVALID';
  const target = targetSeenBy(facts, by, written);
  if (!target) return 'TARGET_NOT_FOUND';
  if (target.deleted) return written.on === 'message' ? 'MESSAGE_DELETED' : 'TARGET_DELETED';
  if (facts.reactions.has(written.id)) return null;
  facts.reactions.set(written.id, { ...written, ...madeBy(act) });
  // Nobody is notified about reactions in a group.
  const post = target.post === undefined ? undefined : facts.posts.get(target.post);
  if (!post || !mayReadPost(facts, target.author, post)) return null;
  notify(act, {
    to: target.author,
    type: target.comment === undefined ? 'post_reaction' : 'comment_reaction',
    by,
    post: post.id,
    ...(target.comment === undefined ? {} : { comment: target.comment }),
    emoji: written.emoji,
  });
  return null;
}

/** A member removes their own reaction only. A missing reaction counts as removed, and removing needs no access to the target. */
export function removeReaction(act: Act, id: string): Code {
  const [target = '', by = '', emoji = ''] = id.split('|');
  if (by !== act.by) return 'NOT_ONESELF';
  if (!act.facts.reactions.delete(id)) return null;
  withdraw(
    act,
    (notice) =>
      notice.by === by &&
      notice.emoji === emoji &&
      ['post_reaction', 'comment_reaction'].includes(notice.type) &&
      (notice.comment ?? notice.post) === target,
  );
  return null;
}
