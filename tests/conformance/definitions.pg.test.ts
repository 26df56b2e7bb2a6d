/** The tables and views have exactly the fields that the definition of their entity has. */
import { expect } from 'vitest';
import { comment } from '../../schemas/comments/comment.ts';
import { group, groupMember } from '../../schemas/groups/group.ts';
import { groupMessage } from '../../schemas/messages/group-message.ts';
import { notification } from '../../schemas/notifications/notification.ts';
import { post } from '../../schemas/posts/post.ts';
import { profile } from '../../schemas/profiles/profile.ts';
import { test } from '../support/fixtures/server.ts';

/**
 * Each entity with its table, its view, and the view that takes new rows. `elsewhere`: fields that the view takes from another table, or
 * makes.
 */
const entities = [
  { name: 'posts', entity: post, table: 'posts', creation: 'new_posts', view: 'post_rows', elsewhere: ['specific_user_ids'] },
  { name: 'comments', entity: comment, table: 'post_comments', creation: 'new_comments', view: 'comment_rows', elsewhere: [] },
  { name: 'notifications', entity: notification, table: 'notifications', view: 'notification_rows', elsewhere: [] },
  { name: 'messages', entity: groupMessage, table: 'group_messages', creation: 'new_messages', view: 'message_rows', elsewhere: [] },
  { name: 'groups', entity: group, table: 'groups', creation: 'new_groups', view: 'group_rows', elsewhere: [] },
  { name: 'members of groups', entity: groupMember, table: 'group_members', view: 'group_member_rows', elsewhere: ['id'] },
  { name: 'profiles', entity: profile, table: 'profiles', view: 'profile_rows', elsewhere: [] },
];

test.for(entities)(
  '$name: every field has a column, and every column a field',
  async ({ entity, table, creation, view, elsewhere }, { server }) => {
    const columnsOf = async (relation: string): Promise<string[]> => {
      const columns = await server.sql<{ column_name: string }[]>`
      select column_name from information_schema.columns where table_schema = 'public' and table_name = ${relation}`;
      return columns.map(({ column_name }) => column_name).sort();
    };
    const { key, text, facts, shown } = entity.fields;
    expect(await columnsOf(view)).toEqual([...key, ...text, ...facts, ...shown, 'write_id'].sort());
    const stored = [...key, ...text, ...facts].filter((field) => !(elsewhere as readonly string[]).includes(field));
    expect(await columnsOf(table)).toEqual([...stored, 'write_id'].sort());
    // A column that is missing there would lose what its author wrote.
    const set = stored.filter((field) => !(facts as readonly string[]).includes(field));
    if (creation) expect(await columnsOf(creation)).toEqual([...set, 'created_at', 'write_id'].sort());
  },
);
