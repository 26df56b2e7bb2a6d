/** What makes one write move many rows: many groups of one member, many comments below one post. Written by the database at once. */
import type { Sql } from 'postgres';
import { v7 as uuid } from 'uuid';

/** Gives a member this many groups of which they are the owner. */
export async function ownGroups(sql: Sql, owner: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => uuid());
  await sql`
    insert into groups (id, name, founder_id, write_id) select id, 'A group', ${owner}, gen_random_uuid() from unnest(${ids}::uuid[]) id`;
  await sql`
    insert into group_members (group_id, user_id, role, write_id)
    select id, ${owner}, 'owner', gen_random_uuid() from unnest(${ids}::uuid[]) id`;
}

/** Invites a member into this many groups of another, and leaves the invitations open. */
export async function openInvitations(sql: Sql, inviter: string, invitee: string, count: number): Promise<void> {
  await sql`
    insert into group_invitations (id, group_id, inviter_id, invitee_id, write_id)
    select gen_random_uuid(), group_id, ${inviter}, ${invitee}, gen_random_uuid()
    from group_members where user_id = ${inviter} and role = 'owner' order by group_id limit ${count}`;
}

/** Puts this many comments of a member below a post. */
export async function comments(sql: Sql, post: string, author: string, count: number): Promise<void> {
  await sql`
    insert into post_comments (id, post_id, author_id, content, write_id)
    select gen_random_uuid(), ${post}, ${author}, 'well said', gen_random_uuid() from generate_series(1, ${count})`;
}
