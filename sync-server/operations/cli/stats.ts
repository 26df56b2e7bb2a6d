/** `npm run kith -- stats`: how much a server has to do, in numbers and without any name. */
import { type CommandContext, withDatabase } from './command-context.ts';
import { shownBytes, shownTable } from './shown.ts';

interface Stats {
  readonly members: number;
  readonly membersThisWeek: number;
  readonly membersThisMonth: number;
  readonly friendships: number;
  readonly posts: number;
  readonly postsThisWeek: number;
  readonly comments: number;
  readonly messages: number;
  readonly photos: number;
  readonly photoBytes: number;
  /** of the member with most of them */
  readonly mostPhotoBytes: number;
  readonly databaseBytes: number;
}

/** Prints how many members there are and how much they write. */
export async function stats(context: CommandContext): Promise<void> {
  const [found] = await withDatabase(
    context,
    ({ sql }) => sql<Stats[]>`
      select
        (select count(*)::int from users) as members,
        (select count(distinct user_id)::int from sessions where last_used_at > now() - interval '7 days') as "membersThisWeek",
        (select count(distinct user_id)::int from sessions where last_used_at > now() - interval '30 days') as "membersThisMonth",
        (select count(*)::int from friends where user_id < friend_id) as friendships,
        (select count(*)::int from posts) as posts,
        (select count(*)::int from posts where created_at > now() - interval '7 days') as "postsThisWeek",
        (select count(*)::int from post_comments) as comments,
        (select count(*)::int from group_messages) as messages,
        (select count(*)::int from images where stored_at is not null) as photos,
        ((select coalesce(sum(size), 0) from image_variants) + (select coalesce(sum(received), 0) from image_uploads))::float8 as "photoBytes",
        (
          select coalesce(max(sum), 0)::float8
          from (select sum(v.size) from images i join image_variants v on v.image_id = i.id group by i.owner_id) of_each
        ) as "mostPhotoBytes",
        pg_database_size(current_database())::float8 as "databaseBytes"`,
  );
  if (!found) return;
  const rows = [
    ['members', `${found.members}, here this week ${found.membersThisWeek}, this month ${found.membersThisMonth}`],
    ['friendships', String(found.friendships)],
    ['posts', `${found.posts}, this week ${found.postsThisWeek}`],
    ['comments', String(found.comments)],
    ['messages', String(found.messages)],
    ['photos', `${found.photos}, ${shownBytes(found.photoBytes)}, at most ${shownBytes(found.mostPhotoBytes)} of one member`],
    ['database', shownBytes(found.databaseBytes)],
  ];
  context.print(shownTable(['', ''], rows).trimStart(), found);
}
