import * as z from 'zod/mini';
import { comment } from '../../../schemas/comments/comment.ts';
import { personSchema } from '../../../schemas/profiles/person.ts';
import { reactionGroups, reactionGroupsSchema } from '../../rest/reaction-groups.ts';
import type { Reading } from '../../rest/reading.ts';
import { visibleRows } from '../../rest/visible-rows.ts';

/** A comment as REST shows it to one reader. */
export const commentViewSchema = z.extend(comment.row, { author: personSchema, reactions: reactionGroupsSchema });
export type CommentView = z.infer<typeof commentViewSchema>;

/** The given comments that the viewer may read now, in the order of the ids. */
export async function commentViews(reading: Reading, ids: readonly string[]): Promise<CommentView[]> {
  const comments = await visibleRows(reading, 'comments', ids);
  const seen = comments.map((row) => row.id);
  const reactions = await reactionGroups(reading, 'comment', seen);
  return comments.map((row) => ({
    ...row,
    author: { id: row.author_id, name: row.author_name, profile_image_url: row.author_profile_image_url },
    reactions: reactions.get(row.id) ?? [],
  }));
}
