import type { RefusalCode } from '../../schemas/base/refusal.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** Texts for posts, and for who can see them. */
export const postText = {
  created: 'Post created successfully!',
  updated: 'Post updated successfully!',
  waits: 'Saved. Will be sent when you are back online.',
  createFailed: 'Failed to create post',
  createForbidden: "You don't have permission to create posts",
  invalid: 'Invalid post data',
  updateFailed: 'Failed to update post',
  deleteFailed: 'Failed to delete post. Please try again.',
  fetchFailed: 'Failed to fetch post. Please try again.',
  loadFailed: 'Failed to load post',
  notFound: answerWording.POST_NOT_FOUND,
  gone: refusalWording.POST_NOT_FOUND,
  changedMeanwhile: 'This post has changed since you began. Updating it puts your text in its place.',
  notHere: 'This post is not on this device yet. It will load when you are online.',
  audienceFailed: 'Failed to load visibility information',
  audienceFriendsFailed: 'Failed to load friends information',
  askToDelete: 'Delete this post?',
  askToDeleteText: (comments: number): string => {
    const lost = comments === 0 ? '' : comments === 1 ? ', with its comment' : `, with its ${comments} comments`;
    return `It disappears for everyone who can see it${lost}. This cannot be undone.`;
  },
  whoCanSeePost: 'Who can see this post',
  loadingFriends: 'Loading friends',
  friend: 'Friend',
  you: 'You',
  notReachable: 'Not reachable any more',
  chosen: 'chosen',
  chosenBefore: 'Chosen before',
  searchPeople: 'Search people',
  yourFriends: 'Your friends',
  nobodyToChoose: 'There is nobody to choose yet. Invite a friend first.',
  nobodyFound: 'Nobody of that name among your friends and theirs.',
  whoWillSee: 'Who will see this',
  whoReads: 'Who reads this',
  olderLater: 'Older posts appear here after the next sync.',
  loadingOlder: 'Loading older posts',
  whoCanSee: 'Who can see this',
  whoCanSeeThen: 'Who can see this:',
  audienceOf: (audience: string): string => `${audience}: who can see this post`,
  firstPost: 'Your first post',
  sayHello: 'Say hello to',
  firstHelp: 'A few words are enough. They go to your friends alone.',
  writeFirst: 'Write your first post',
  oneNew: '1 new post',
  manyNew: (count: string): string => `${count} new posts`,
  changesSaved: 'Changes saved.',
  saved: 'Saved.',
  savedNotSent: 'Saved, not sent yet',
  sending: 'Sending',
  sentLater: (saved: string): string => `${saved} Will be sent when you are back online.`,
  sendingNow: (saved: string): string => `${saved} Sending now.`,
  comment: 'Comment',
  share: 'What would you like to share?',
  atMost: (most: number): string => `At most ${most} characters · `,
  less: 'Show less',
  more: 'Read more',
  askToWiden: 'Show it to more people?',
  widens: (from: string, to: string): string => `So far: ${from}. From now on: ${to}, with all its comments.`,
  widensAlso: (from: string, to: string): string => `So far: ${from}. From now on also: ${to}, with all its comments.`,
  shareWith: (audience: string): string => `Share with ${audience}`,
  loading: 'Loading posts',
  notDownloaded: 'Your posts are not downloaded to this device yet. They appear here once you are online.',
  noAnswer: 'The server did not answer. What you already have is safe.',
  noFriends: 'Posts from the people you invite will be laid out here.',
  none: 'No posts yet',
  noneText: 'Say something small. It only goes to the people you pick.',
  createFirst: 'Create your first post',
  new: 'New post',
  create: 'Create Post',
  creating: 'Creating...',
  update: 'Update Post',
  updating: 'Updating...',
} as const;

/** Why a post was refused. */
export function postRefusal(code: RefusalCode): string {
  if (code === 'NOT_ONESELF' || code === 'NOT_ALLOWED') return postText.createForbidden;
  return code === 'INVALID' ? postText.invalid : refusalWording[code];
}

/** The questions of an empty post form, which vary; its label stays the same. */
export const prompts: readonly string[] = [
  'What was good today?',
  'What are you looking forward to?',
  'Who made you smile?',
  'What is on your table?',
  'What could you use a hand with?',
  'What did you see on your way?',
  'What would you tell a friend first?',
];
