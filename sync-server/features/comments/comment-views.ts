import * as z from 'zod/mini';
import { commentSchema } from '../../../schemas/comments/comment.ts';
import { personSchema } from '../../../schemas/profiles/person.ts';
import type { Tx } from '../../db/transaction.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { reactionGroups, reactionGroupsSchema } from '../../rest/reaction-groups.ts';
import { visibleRows } from '../../rest/visible-rows.ts';

/** A comment as REST shows it to one reader. */
export const commentViewSchema = z.extend(commentSchema, { author: personSchema, reactions: reactionGroupsSchema });
export type CommentView = z.infer<typeof commentViewSchema>;

/** The given comments that the viewer may read now, in the order of the ids. */
export async function commentViews(
  { engine }: Pick<FeatureDeps, 'engine'>,
  tx: Tx,
  viewer: string,
  ids: readonly string[],
): Promise<CommentView[]> {
  const comments = await visibleRows(engine, tx, viewer, 'comments', ids);
  const reactions = await reactionGroups(
    engine,
    tx,
    viewer,
    'comment',
    comments.map((comment) => comment.id),
  );
  return comments.map((comment) => ({
    ...comment,
    author: { id: comment.author_id, name: comment.author_name, profile_image_url: comment.author_profile_image_url },
    reactions: reactions.get(comment.id) ?? [],
  }));
}
