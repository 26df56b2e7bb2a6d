/**
 * The queries of the first drawing of feed and bars, and of the post that a press then opens, each written once: the screens ask them, and
 * `read-first-rows.ts` answers them from plain IndexedDB before RxDB is loaded.
 */
import type { MangoQuery } from 'rxdb';
import { FEED_PAGE_SIZE } from '../../schemas/posts/post-limits.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { type LocalRow, SORT_KEY_MAX } from '../../workers/device/local-row.ts';

/** A query of one collection, as RxDB takes it. */
export type QueryOf<C extends CollectionName> = MangoQuery<LocalRow<C>>;

/** The cards of the first drawing: more than fit on the screen. The others follow once these are painted. */
export const FIRST_CARDS = 6;

/** The first page of the feed. */
export const newestPosts = (): QueryOf<'posts'> => ({ selector: {}, sort: [{ newest: 'asc' }], index: ['newest'], limit: FEED_PAGE_SIZE });

/** The sort key of a post that is as old as this day, in the time zone of the device. Later posts sort before it. `now`: milliseconds. */
export const startOfDayKey = (now: number): number => SORT_KEY_MAX - new Date(now).setHours(0, 0, 0, 0);

/** All posts of the day that this sort key begins. */
export const postsOfDay = (start: number): QueryOf<'posts'> => ({
  selector: { newest: { $lte: start } },
  sort: [{ newest: 'asc' }],
  index: ['newest'],
});

/** The newest post of this member. */
export const newestPostOf = (userId: string): QueryOf<'posts'> => ({
  selector: { author_id: userId },
  sort: [{ author_id: 'asc' }, { newest: 'asc' }],
  index: ['author_id', 'newest'],
  limit: 1,
});

/** The settings that are switched on, blocks among them. */
export const settingsSwitchedOn = (): QueryOf<'settings'> => ({ selector: { value: 'on' } });

export const allProfiles = (): QueryOf<'profiles'> => ({});

export const friendsOf = (userId: string): QueryOf<'friends'> => ({ selector: { user_id: userId } });

export const friendInvitations = (): QueryOf<'invitations'> => ({
  selector: { kind: 'friend' },
  sort: [{ newest: 'asc' }],
  index: ['newest'],
});

export const unreadNotifications = (): QueryOf<'notifications'> => ({ selector: { is_read: false }, sort: [{ newest: 'asc' }] });

export const commentsOf = (postIds: readonly string[]): QueryOf<'comments'> => ({ selector: { post_id: { $in: [...postIds] } } });

/** The comments of one post, oldest first. */
export const commentsOfPost = (postId: string): QueryOf<'comments'> => ({
  selector: { post_id: postId },
  sort: [{ post_id: 'asc' }, { oldest: 'asc' }],
  index: ['post_id', 'oldest'],
});

export const reactionsOnOne = (targetId: string): QueryOf<'reactions'> => ({ selector: { target_id: targetId } });

export const reactionsOn = (targetIds: readonly string[]): QueryOf<'reactions'> => ({ selector: { target_id: { $in: [...targetIds] } } });

export const rowById = (id: string): { readonly selector: { readonly id: string } } => ({ selector: { id } });

/** The same text for the same query of the same collection. */
export const queryKey = (collection: string, query: object): string => `${collection} ${JSON.stringify(query)}`;
