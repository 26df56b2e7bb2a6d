/** Rows as a page makes them, before the server has seen them. */
import { v7 as uuid } from 'uuid';
import { blankPost } from '../../schemas/posts/post.ts';
import { reactionId } from '../../schemas/reactions/reaction-id.ts';
import type { Row } from '../../workers/device/local-row.ts';
import type { Member } from './member.ts';

type Author = Pick<Member, 'id'>;
const now = () => new Date().toISOString();

export const newPost = (author: Author, content: string, more: Partial<Row<'posts'>> = {}): Row<'posts'> => ({
  ...blankPost,
  id: uuid(),
  author_id: author.id,
  content,
  created_at: now(),
  edited_at: null,
  ...more,
});

export const newComment = (author: Author, postId: string, content: string): Row<'comments'> => ({
  id: uuid(),
  post_id: postId,
  author_id: author.id,
  author_name: 'somebody',
  author_profile_image_url: null,
  content,
  created_at: now(),
  edited_at: null,
  is_deleted: false,
});

export const newMessage = (sender: Author, groupId: string, content: string): Row<'group_messages'> => ({
  id: uuid(),
  group_id: groupId,
  sender_id: sender.id,
  sender_name: 'somebody',
  sender_profile_image_url: null,
  content,
  photos: [],
  reply_to_id: null,
  created_at: now(),
  edited_at: null,
  is_deleted: false,
});

export function newReaction(by: Author, postId: string, emoji = '🎉'): Row<'reactions'> {
  const key = { target_id: postId, user_id: by.id, emoji_code: emoji };
  return { ...key, id: reactionId(key), target_type: 'post', user_name: 'somebody', user_profile_image: null, created_at: now() };
}

/** One invites, the other accepts. */
export async function makeFriends(one: Member, other: Member): Promise<void> {
  await one.client.post('/api/friends/invite', { email: other.email });
  const received = await other.client.get('/api/friends/invitations/received');
  const invitation = received.body.data.items.find((item: { inviter_id: string }) => item.inviter_id === one.id);
  const answer = await other.client.post(`/api/friends/invitations/${invitation.id}/respond`, { status: 'accepted' });
  if (answer.status >= 300) throw new Error(`the invitation was answered with ${answer.status}`);
}
