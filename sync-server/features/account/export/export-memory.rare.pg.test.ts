/** What a large export costs the server. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { test } from '../../../../tests/support/fixtures/server.ts';

// Collects garbage first, so that memory which only waits for that, here or from another file of this process, does not count.
setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;
function inUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('fifty thousand posts cost the memory of a few, and are split into pages', async ({ server, circle, db }) => {
  const ana = await circle.signUp('Ana');
  await db.sql`
    insert into posts (id, author_id, content, visibility_type, created_at, write_id)
    select gen_random_uuid(), ${ana.id}, (select string_agg(md5(n::text || k::text), '') from generate_series(1, 24) k), 'private',
      now() - make_interval(secs => n), gen_random_uuid()
    from generate_series(1, 50000) n`;
  const headers = { authorization: `Bearer ${ana.client.token()}` };
  const response = await fetch(`${server.url}/api/profiles/me/export`, { headers });
  const reader = response.body?.getReader();
  const before = inUse();
  let most = before;
  let bytes = 0;
  const kept: Uint8Array[] = [];
  for (let n = 0; ; n++) {
    const part = await reader?.read();
    if (!part || part.done) break;
    bytes += part.value.byteLength;
    // Keeps only the end, which has the directory, and drops the rest, like a browser that writes to a file.
    kept.push(part.value.slice());
    if (kept.length > 4) kept.shift();
    if (n % 100 === 0) most = Math.max(most, inUse());
  }
  expect(bytes).toBeGreaterThan(40_000_000);
  expect((most - before) / 1e6).toBeLessThan(100);
  expect(Buffer.concat(kept).toString('latin1')).toContain('posts-50.html');
});
