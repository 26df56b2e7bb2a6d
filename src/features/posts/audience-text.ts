import { type Audience, readersOf } from '../../../schemas/posts/audience.ts';
import type { Post, VisibilityType } from '../../../schemas/posts/post.ts';
import { audienceText, briefNames, listedNames } from '../../text/audience.ts';
import type { Network } from '../friends/network.ts';

/** The sentence about the audience for viewers who did not write the post. */
export function audienceSentence(audience: VisibilityType, author: string): string {
  return audience === 'friends' ? audienceText.directFriendsSee(author) : audienceText.theirFriendsSee(author);
}

/** `6 friends and 25 of their friends`; for chosen people their count. */
export function audienceSummary(post: Pick<Post, 'visibility_type' | 'specific_user_ids'>, network: Network | undefined): string {
  if (post.visibility_type === 'specific') return audienceText.people(post.specific_user_ids.length);
  const { direct, further } = network ?? { direct: [], further: [] };
  if (direct.length === 0) return audienceText.nobodyYet;
  if (post.visibility_type === 'friends' || further.length === 0) return audienceText.friends(direct.length);
  return audienceText.friendsAndTheirs(direct.length, further.length);
}

type NameOf = (userId: string) => string;

/** The line beside the name of an audience in the form: its people, as short as possible. */
export function audienceLine(audience: Audience, network: Network | undefined, nameOf: NameOf): string {
  const reach = readersOf(audience, network);
  switch (audience.visibility_type) {
    case 'private':
      return audienceText.privateLine;
    case 'specific':
      return audience.specific_user_ids.length === 0 ? audienceText.specificLine : briefNames(audience.specific_user_ids.map(nameOf));
    case 'public':
      return audienceText.publicLine;
    case 'friends':
    case 'friends_of_friends':
      if (!reach) return '';
      if (reach.length === 0) return audienceText.waitsLine;
      return network?.direct.length === reach.length ? briefNames(reach.map(nameOf)) : audienceText.people(reach.length);
  }
}

/** The line below the name of an audience in the list of choices: its people, or who they can be. */
export function audienceOffer(audience: Audience, network: Network | undefined, nameOf: NameOf): string {
  const { direct, further } = network ?? { direct: [], further: [] };
  switch (audience.visibility_type) {
    case 'friends':
      if (!network) return audienceText.friendsOffer;
      return direct.length > 0 ? listedNames(direct.map(nameOf)) : audienceText.waitsOffer;
    case 'friends_of_friends':
      return further.length > 0 ? audienceText.oneStepFurther(further.length) : audienceText.theirFriendsOffer;
    case 'specific':
      if (audience.specific_user_ids.length > 0) return listedNames(audience.specific_user_ids.map(nameOf));
      if (!network) return audienceText.specificOffer;
      if (direct.length === 0) return audienceText.nobodyOffer;
      return audienceText.chosenFrom(direct.length, further.length);
    case 'private':
      return audienceText.privateOffer;
    case 'public':
      return direct.length > 0 ? audienceText.publicOfferOf(direct.length + further.length) : audienceText.publicOffer;
  }
}

/** The reach of a post, in one sentence. */
export function reachSentence(audience: Audience, reach: readonly string[]): string {
  if (audience.visibility_type === 'private') return audienceText.onlyYou;
  if (reach.length === 0) return audience.visibility_type === 'specific' ? audienceText.nobodyChosen : audienceText.nobodyYet;
  return audience.visibility_type === 'public' ? audienceText.goesToAll(reach.length) : audienceText.goesTo(reach.length);
}
