/** What a large export costs the server. */
import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { examplePhoto } from '../../../../schemas/images/photo.ts';
import { type Member, test } from '../../../../tests/support/fixtures/server.ts';

// Collects garbage first, so that memory which only waits for that, here or from another file of this process, does not count.
setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;
function inUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Reads the whole export, and drops all but its end, like a browser that writes to a file. */
async function readExport(url: string, member: Member): Promise<{ bytes: number; grown: number; end: string }> {
  const headers = { authorization: `Bearer ${member.client.token()}` };
  const response = await fetch(`${url}/api/profiles/me/export`, { headers });
  const reader = response.body?.getReader();
  const before = inUse();
  let most = before;
  let bytes = 0;
  const kept: Uint8Array[] = [];
  for (let n = 0; ; n++) {
    const part = await reader?.read();
    if (!part || part.done) break;
    bytes += part.value.byteLength;
    kept.push(part.value.slice());
    if (kept.length > 4) kept.shift();
    if (n % 100 === 0) most = Math.max(most, inUse());
  }
  return { bytes, grown: (most - before) / 1e6, end: Buffer.concat(kept).toString('latin1') };
}

test('fifty thousand posts cost the memory of a few, and are split into pages', async ({ server, circle, db }) => {
  const ana = await circle.signUp('Ana');
  await db.sql`
    insert into posts (id, author_id, content, visibility_type, created_at, write_id)
    select gen_random_uuid(), ${ana.id}, (select string_agg(md5(n::text || k::text), '') from generate_series(1, 24) k), 'private',
      now() - make_interval(secs => n), gen_random_uuid()
    from generate_series(1, 50000) n`;
  const { bytes, grown, end } = await readExport(server.url, ana);
  expect(bytes).toBeGreaterThan(40_000_000);
  expect(grown).toBeLessThan(100);
  expect(end).toContain('posts-50.html');
});

test('a hundred photos of 4 MB cost the memory of a few', async ({ server, circle, db }) => {
  const ben = await circle.signUp('Ben');
  const photos = Array.from({ length: 100 }, () => ({ ...examplePhoto, id: uuid() }));
  for (let at = 0; at < photos.length; at += 5) await circle.post(ben, { content: '', photos: photos.slice(at, at + 5) });
  await db.sql`
    insert into image_variants (image_id, variant, bytes, type, size, width, height, hash)
    select id, 'large', ${randomBytes(4_000_000)}, 'image/webp', 4000000, width, height, '' from images where owner_id = ${ben.id}`;
  await db.sql`update images set stored_at = now() where owner_id = ${ben.id}`;
  const { bytes, grown, end } = await readExport(server.url, ben);
  expect(bytes).toBeGreaterThan(400_000_000);
  expect(grown).toBeLessThan(100);
  expect(end).toMatch(/photos\/posts\/[\d .-]+ Ben \d+\.webp/);
});
