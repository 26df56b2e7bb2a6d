import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { v7 as uuid } from 'uuid';
import { imageUrl } from '../../schemas/images/image.ts';

/** Gives a member a stored profile picture, as if it had been sent. The bytes need be no picture. Returns its id. */
export async function giveProfileImage(sql: Sql, member: string, bytes = Buffer.from('picture')): Promise<string> {
  const id = uuid();
  const hash = createHash('sha256').update(bytes).digest();
  await sql`insert into images (id, owner_id, profile_id, stored_at) values (${id}, ${member}, ${member}, now())`;
  await sql`
    insert into image_variants (image_id, variant, bytes, type, size, width, height, hash)
    values (${id}, 'large', ${bytes}, 'image/webp', ${bytes.length}, 1, 1, ${hash})`;
  await sql`update profiles set profile_image_url = ${imageUrl(id)} where id = ${member}`;
  return id;
}
