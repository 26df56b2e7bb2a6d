import type { ConnectionPath } from '../../../schemas/friends/connection-path.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { Reading } from '../../rest/reading.ts';
import { UNKNOWN_NAME, visiblePeople } from '../../rest/visible-rows.ts';
import { areBlocked } from '../../sync/member-locks.ts';

/**
 * How the viewer is connected to the author of a comment: through the author of the post, each in the network of the next, so five people
 * at most (`CONNECTION_PATH_MAX`). Null if the viewer sees no post of that author, or no comment by that person on one. Also null if the
 * viewer and that person block one another in either direction. The path avoids everybody who blocks the viewer, or whom the viewer
 * blocks.
 */
export async function connectionPath(reading: Reading, author: string, person: string): Promise<ConnectionPath | null> {
  const { tx, viewer } = reading;
  const meetings = await tx<{ writer_name: string | null }[]>`
    with mine as materialized (
      select scope_id from scope_readers where reader = ${viewer}
    )
    select w.name as writer_name
    from posts p
    left join post_comments m on m.post_id = p.id and m.author_id = ${person}
    left join profiles w on w.id = m.author_id
    where p.author_id = ${author}
      and (${author === person} or m.id is not null)
      and exists (
        select from changes c
        where c.collection = 'posts' and c.doc_id = p.id::text and not c.removed and c.scope_id in (select scope_id from mine)
      )
    limit 1`;
  const [meeting] = meetings;
  if (!meeting) return null;
  if (await areBlocked(tx, viewer, person)) return null;
  const first = await stepsBetween(tx, viewer, author, viewer);
  const second = await stepsBetween(tx, author, person, viewer);
  if (first === null || second === null) return null;

  const ids = [viewer, ...first, ...second];
  const people = await visiblePeople(reading, ids);
  return ids.map((id) => {
    const name = people.get(id)?.name ?? (id === person ? meeting.writer_name : null);
    return name === null ? { user_id: null, name: UNKNOWN_NAME } : { user_id: id, name };
  });
}

/** The people after `from` up to `to`, through at most one friend of whom the viewer may know; null if the two are further apart. */
async function stepsBetween(tx: Tx, from: string, to: string, viewer: string): Promise<string[] | null> {
  if (from === to) return [];
  const [way] = await tx<{ through_friend_id: string | null }[]>`
    select through_friend_id from extended_friends
    where user_id = ${from} and friend_id = ${to}
      and (through_friend_id is null or not blocked_between(${viewer}, through_friend_id))
    order by relationship_type, since, through_friend_id limit 1`;
  if (!way) return null;
  return way.through_friend_id === null ? [to] : [way.through_friend_id, to];
}
