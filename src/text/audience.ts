import type { VisibilityType } from '../../schemas/posts/visibility.ts';

/** The names of the audiences, used everywhere. */
export const audienceNames: Record<VisibilityType, string> = {
  friends: 'Friends',
  friends_of_friends: 'Friends and theirs',
  specific: 'Specific people',
  private: 'Only me',
  public: 'Public',
};

const counted = (count: number, one: string, plural: string): string => `${count} ${count === 1 ? one : plural}`;
const people = (count: number): string => counted(count, 'person', 'people');
const friends = (count: number): string => counted(count, 'friend', 'friends');

/** Who can see a post, as a line, an offer or a sentence. */
export const audienceText = {
  people,
  friends,
  directFriendsSee: (author: string): string => `The direct friends of ${author} can see this post.`,
  theirFriendsSee: (author: string): string => `The friends of ${author} and their friends can see this post.`,
  friendsAndTheirs: (direct: number, further: number): string => `${friends(direct)} and ${further} of their friends`,
  nobodyYet: 'Nobody yet: it waits for your first friend.',
  choosePeople: 'Choose people',
  counted: (audience: string, count: number): string => `${audience} · ${count}`,
  friendsOffer: 'Your direct friends',
  waitsOffer: 'It waits for your first friend',
  theirsToo: (names: string): string => `${names} too`,
  theirFriendsOffer: 'Your friends and theirs',
  specificOffer: 'Only the people you choose',
  nobodyOffer: 'Nobody to choose yet: invite a friend first',
  chosenFrom: (direct: number, further: number): string =>
    `Chosen from ${friends(direct)}${further > 0 ? ` and ${further} of theirs` : ''}`,
  privateOffer: 'A note to yourself',
  publicOffer: (count: number | undefined): string =>
    `the same ${count === undefined ? 'people' : people(count)} as ${audienceNames.friends_of_friends}`,
  onlyYou: 'Nobody but you.',
  nobodyChosen: 'Nobody is chosen yet.',
  goesTo: (count: number): string => `${people(count)}, and you. It goes no further.`,
  goesToAll: (count: number): string => `The same ${people(count)} as ${audienceNames.friends_of_friends}, and you.`,
} as const;

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
