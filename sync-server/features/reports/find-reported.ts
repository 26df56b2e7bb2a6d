import type { Actor } from '../../../schemas/base/refusal.ts';
import type { Photo } from '../../../schemas/images/photo.ts';
import type { ReportTarget } from '../../../schemas/reports/report-targets.ts';
import { photosWording } from '../../../schemas/wording/photo-wording.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import { metPerson } from '../../rest/met-person.ts';
import { lockComment } from '../comments/comment-facts.ts';
import { lockMessage } from '../messages/message-facts.ts';
import { lockPostShared } from '../posts/post-facts.ts';

/** The thing that is reported, as the reporter may see it at this moment. */
export interface Reported {
  readonly author_id: string;
  readonly is_deleted: boolean;
  readonly text: string;
  /** how the mail names it: `a comment` */
  readonly what: string;
  /** where it is, as a path of the page */
  readonly path: string;
}

/** Null if there is no such thing, and if the reporter cannot see it. */
export function findReported(tx: Tx, actor: Actor, type: ReportTarget, id: string): Promise<Reported | null> {
  switch (type) {
    case 'post':
      return reportedPost(tx, actor, id);
    case 'comment':
      return reportedComment(tx, actor, id);
    case 'message':
      return reportedMessage(tx, actor, id);
    case 'profile':
      return reportedProfile(tx, actor, id);
  }
}

/** What is written in a post or a message, also below its photos. */
const textOf = ({ content, photos }: { readonly content: string; readonly photos: readonly Photo[] }): string =>
  [content, photos.length > 0 ? photosWording(photos.length) : '', ...photos.map(({ alt }) => alt)].filter(Boolean).join('\n');

async function reportedPost(tx: Tx, actor: Actor, id: string): Promise<Reported | null> {
  const post = await lockPostShared(tx, actor, id);
  if (!post?.visible) return null;
  return { author_id: post.author_id, is_deleted: false, text: textOf(post), what: 'a post', path: `/posts/${id}` };
}

async function reportedComment(tx: Tx, actor: Actor, id: string): Promise<Reported | null> {
  const comment = await lockComment(tx, actor, id, 'share');
  if (!comment?.visible) return null;
  const { author_id, is_deleted, content, post } = comment;
  return { author_id, is_deleted, text: content, what: 'a comment', path: `/posts/${post.id}?comment=${id}` };
}

async function reportedMessage(tx: Tx, actor: Actor, id: string): Promise<Reported | null> {
  const message = await lockMessage(tx, actor, id, 'share');
  if (!message?.visible) return null;
  const { sender_id, is_deleted, group_id } = message;
  const [group] = await tx<{ name: string }[]>`select name from groups where id = ${group_id}`;
  const what = `a message in the group "${group?.name ?? ''}"`;
  return { author_id: sender_id, is_deleted, text: textOf(message), what, path: `/groups/${group_id}?message=${id}` };
}

/** Within the reporter's network the whole profile; of others only the name by which they have met them. */
async function reportedProfile(tx: Tx, actor: Actor, id: string): Promise<Reported | null> {
  const [profile] = await tx<{ name: string; bio: string; location: string; interests: string[] }[]>`
    select p.name, p.bio, p.location, p.interests from profiles p
    where p.id = ${id}
      and exists (select from scope_readers r where r.kind = 'network' and r.owner = p.id and r.reader = ${actor.userId})`;
  const met = profile ? null : await metPerson(tx, actor.userId, id);
  const lines = profile ? [profile.name, profile.bio, profile.location, profile.interests.join(', ')] : met ? [met.name] : null;
  return lines && { author_id: id, is_deleted: false, text: lines.filter(Boolean).join('\n'), what: 'a profile', path: `/friends/${id}` };
}
