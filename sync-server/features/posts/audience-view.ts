import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { NETWORK_MAX } from '../../../schemas/friends/friend-limits.ts';
import { isChosen } from '../../../schemas/posts/audience.ts';
import { visibilitySchema } from '../../../schemas/posts/post.ts';
import type { Person } from '../../../schemas/profiles/person.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { Reading } from '../../rest/reading.ts';
import { UNKNOWN_NAME, visiblePeople, visibleRows } from '../../rest/visible-rows.ts';

export const audienceViewSchema = z.object({
  visibility_type: visibilitySchema,
  /**
   * whether the viewer is shown who the readers are: for friends and their friends only the author is, for chosen people every reader is
   */
  list_shown: z.boolean(),
  items: z
    .array(z.object({ user_id: uuidSchema, name: z.string(), profile_image_url: z.nullable(z.string()) }))
    .check(z.maxLength(NETWORK_MAX)),
});
type AudienceView = z.infer<typeof audienceViewSchema>;

/** Who can see this post; null if the viewer cannot. */
export async function audienceView(reading: Reading, postId: string): Promise<AudienceView | null> {
  const [post] = await visibleRows(reading, 'posts', [postId]);
  if (!post) return null;
  const { visibility_type } = post;
  const chosen = isChosen(post);
  if (!chosen && post.author_id !== reading.viewer) return { visibility_type, list_shown: false, items: [] };
  const ids = chosen ? post.specific_user_ids : await readersOf(reading.tx, postId, post.author_id);
  const people = await visiblePeople(reading, ids);
  const items = ids
    .map((id) => people.get(id) ?? ({ id, name: UNKNOWN_NAME, profile_image_url: null } satisfies Person))
    .map(({ id, name, profile_image_url }) => ({ user_id: id, name, profile_image_url }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return { visibility_type, list_shown: true, items };
}

async function readersOf(tx: Tx, postId: string, authorId: string): Promise<string[]> {
  const rows = await tx<{ reader: string }[]>`
    select distinct r.reader
    from post_scopes p
    join scope_readers r on r.owner = p.owner and r.kind = p.kind and r.other is not distinct from p.other
    where p.post_id = ${postId} and r.reader <> ${authorId}
    order by r.reader
    limit ${NETWORK_MAX}`;
  return rows.map((row) => row.reader);
}
