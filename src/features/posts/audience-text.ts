import { type Audience, readersOf } from '../../../schemas/posts/audience.ts';
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

/** `Ana, Jonas, Priya +1`. */
export function briefNames(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} +${names.length - 3}` : shown;
}

/** `Ana, Jonas, Priya and Ruth`, `Ana, Jonas, Priya and 2 more`. */
export function listedNames(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return names.length > 4
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

type NameOf = (userId: string) => string;
const people = (n: number): string => count(n, 'person', 'people');

/** What the line in the form says beside the name of an audience: who that is, as short as it can be said. */
export function audienceLine(audience: Audience, network: Network | undefined, nameOf: NameOf): string {
  const reach = readersOf(audience, network);
  switch (audience.visibility_type) {
    case 'private':
      return 'a note to yourself';
    case 'specific':
      return audience.specific_user_ids.length === 0 ? 'nobody chosen yet' : briefNames(audience.specific_user_ids.map(nameOf));
    case 'public':
      return 'everyone within two steps';
    case 'friends':
    case 'friends_of_friends':
      if (!reach) return '';
      if (reach.length === 0) return 'waits for your first friend';
      return network?.direct.length === reach.length ? briefNames(reach.map(nameOf)) : people(reach.length);
  }
}

/** What stands below the name of an audience where one chooses between them: who that is, or who it can be. */
export function audienceOffer(audience: Audience, network: Network | undefined, nameOf: NameOf): string {
  const { direct, further } = network ?? { direct: [], further: [] };
  switch (audience.visibility_type) {
    case 'friends':
      if (!network) return 'Your direct friends';
      return direct.length > 0 ? listedNames(direct.map(nameOf)) : 'It waits for your first friend';
    case 'friends_of_friends':
      return further.length > 0 ? `${people(further.length)}, one step further` : 'Your friends and theirs';
    case 'specific':
      if (audience.specific_user_ids.length > 0) return listedNames(audience.specific_user_ids.map(nameOf));
      if (!network) return 'Only the people you choose';
      if (direct.length === 0) return 'Nobody to choose yet: invite a friend first';
      return `Chosen from ${count(direct.length, 'friend', 'friends')}${further.length > 0 ? ` and ${further.length} of theirs` : ''}`;
    case 'private':
      return 'A note to yourself';
    case 'public':
      return direct.length > 0 ? `Everyone within two steps, ${people(direct.length + further.length)}` : 'Everyone within two steps';
  }
}

/** How far a post will go, in one sentence. */
export function reachSentence(audience: Audience, reach: readonly string[]): string {
  if (audience.visibility_type === 'private') return 'Nobody but you.';
  if (reach.length === 0)
    return audience.visibility_type === 'specific' ? 'Nobody is chosen yet.' : 'Nobody yet: it waits for your first friend.';
  const whom = `${people(reach.length)}, and you`;
  return audience.visibility_type === 'public' ? `Everyone within two steps: ${whom}.` : `${whom}. It goes no further.`;
}
