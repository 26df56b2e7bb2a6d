import { type Audience, readersOf } from '../../../../schemas/posts/audience.ts';
import type { VisibilityType } from '../../../../schemas/posts/visibility.ts';
import { audienceNames, audienceText, briefNames, listedNames } from '../../../text/audience.ts';
import type { Network } from '../../friends/network.ts';

/** The sentence about the audience for viewers who did not write the post. */
export function audienceSentence(audience: VisibilityType, author: string): string {
  return audience === 'friends' ? audienceText.directFriendsSee(author) : audienceText.theirFriendsSee(author);
}

/** `6 friends and 25 of their friends`; for chosen people their count. */
export function audienceSummary(post: Audience, network: Network | undefined): string {
  if (post.visibility_type === 'specific') return audienceText.people(post.specific_user_ids.length);
  const { direct, further } = network ?? { direct: [], further: [] };
  if (direct.length === 0) return audienceText.nobodyYet;
  if (post.visibility_type === 'friends' || further.length === 0) return audienceText.friends(direct.length);
  return audienceText.friendsAndTheirs(direct.length, further.length);
}

type NameOf = (userId: string) => string;

/** The names of chosen people in alphabetical order: the order in which they were chosen is not kept. */
export const chosenNames = (chosen: readonly string[], nameOf: NameOf): readonly string[] =>
  chosen.map(nameOf).sort((one, other) => one.localeCompare(other));

/** An audience in the form, by its name and how many people it reaches, or by the people who were chosen: `Friends · 7`, `Priya, Idris`. */
export function audienceTitle(audience: Audience, network: Network | undefined, nameOf: NameOf): readonly [name: string, count?: number] {
  const { visibility_type: type, specific_user_ids: chosen } = audience;
  if (type === 'specific') return [chosen.length > 0 ? briefNames(chosenNames(chosen, nameOf)) : audienceText.choosePeople];
  const name = audienceNames[type];
  const reach = readersOf(audience, network);
  return type === 'private' || type === 'public' || !reach?.length ? [name] : [name, reach.length];
}

/** The line below the name of an audience in the list of choices: its people, or who they can be. */
export function audienceOffer(audience: Audience, network: Network | undefined, nameOf: NameOf): string {
  const { direct, further } = network ?? { direct: [], further: [] };
  switch (audience.visibility_type) {
    case 'friends':
      if (!network) return audienceText.friendsOffer;
      return direct.length > 0 ? listedNames(direct.map(nameOf)) : audienceText.waitsOffer;
    case 'friends_of_friends':
      return further.length > 0 ? audienceText.theirsToo(listedNames(further.map(({ id }) => nameOf(id)))) : audienceText.theirFriendsOffer;
    case 'specific':
      if (audience.specific_user_ids.length > 0) return listedNames(chosenNames(audience.specific_user_ids, nameOf));
      if (!network) return audienceText.specificOffer;
      if (direct.length === 0) return audienceText.nobodyOffer;
      return audienceText.chosenFrom(direct.length, further.length);
    case 'private':
      return audienceText.privateOffer;
    case 'public':
      return audienceText.publicOffer(readersOf(audience, network)?.length || undefined);
  }
}

/** The name of the people whom an audience reaches: public reaches the same as friends of friends. */
export const reachedName = ({ visibility_type: type }: Audience): string => audienceNames[type === 'public' ? 'friends_of_friends' : type];

/** The reach of a post, in one sentence. */
export function reachSentence(audience: Audience, reach: readonly string[]): string {
  if (audience.visibility_type === 'private') return audienceText.onlyYou;
  if (reach.length === 0) return audience.visibility_type === 'specific' ? audienceText.nobodyChosen : audienceText.nobodyYet;
  return audience.visibility_type === 'public' ? audienceText.goesToAll(reach.length) : audienceText.goesTo(reach.length);
}
