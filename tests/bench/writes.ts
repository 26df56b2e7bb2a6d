/** The writes that benches send to Kith, and in the same size to its floor. */
import { v7 as uuid } from 'uuid';
import type { VisibilityType } from '../../schemas/posts/visibility.ts';
import type { PushChange } from '../../schemas/protocol/sync.ts';
import { textOf } from './circle.ts';
import type { FloorDocument } from './floors/floor-document.ts';

const POST_LENGTH = 200;
const MESSAGE_LENGTH = 80;

let written = 0;

export function newPost(author: string, audience: VisibilityType = 'friends', named: readonly string[] = []): PushChange {
  written += 1;
  const now = new Date().toISOString();
  return {
    collection: 'posts',
    assumed: [],
    document: {
      id: uuid(),
      author_id: author,
      content: textOf(written, POST_LENGTH),
      photos: [],
      visibility_type: audience,
      specific_user_ids: [...named],
      created_at: now,
      edited_at: null,
      write_id: uuid(),
    },
  };
}

export function newMessage(sender: string, group: string): PushChange {
  written += 1;
  return {
    collection: 'group_messages',
    assumed: [],
    document: {
      id: uuid(),
      group_id: group,
      sender_id: sender,
      sender_name: 'Member',
      sender_profile_image_url: null,
      content: textOf(written, MESSAGE_LENGTH),
      photos: [],
      reply_to_id: null,
      created_at: new Date().toISOString(),
      edited_at: null,
      is_deleted: false,
      write_id: uuid(),
    },
  };
}

/** The same write for the floor, with almost exactly as many bytes. */
export function asFloorDocument({ collection, document }: PushChange): FloorDocument {
  const { author_id, sender_id, group_id, content, created_at } = document as Readonly<Record<string, unknown>>;
  return {
    id: document.id,
    collection,
    parent_id: typeof group_id === 'string' ? group_id : null,
    author_id: String(author_id ?? sender_id),
    content: String(content),
    scope: 1,
    created_at: String(created_at),
    edited_at: null,
    write_id: document.write_id,
  };
}
