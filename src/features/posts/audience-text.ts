import type { Post, VisibilityType } from '../../../schemas/posts/post.ts';
import type { Network } from '../friends/network.ts';

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** What those who did not write a post are told of who can see it. */
export function audienceSentence(audience: VisibilityType, author: string): string {
  return audience === 'friends'
    ? `The direct friends of ${author} can see this post.`
    : `The friends of ${author} and their friends can see this post.`;
}

/** `6 friends and 25 of their friends`; of chosen people how many they are. */
export function audienceSummary(post: Pick<Post, 'visibility_type' | 'specific_user_ids'>, network: Network | undefined): string {
  if (post.visibility_type === 'specific') return count(post.specific_user_ids.length, 'person', 'people');
  const { direct, further } = network ?? { direct: [], further: [] };
  if (direct.length === 0) return 'Nobody yet: it waits for your first friend.';
  const friends = count(direct.length, 'friend', 'friends');
  if (post.visibility_type === 'friends' || further.length === 0) return friends;
  return `${friends} and ${further.length} of their friends`;
}
