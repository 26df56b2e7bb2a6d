/**
 * What the files of a friend's browser contain about a member who deleted their account. The test does not search for the member's id: it
 * is a random number, and the store's checkpoint may name its last row by it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { offlineTest as test } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { phonePhoto } from '../../support/photos.ts';

const BLOCK = 32_768;
const HEADER = 7;

/**
 * The records of a LevelDB log without what divides them: a record that does not fit into its block goes on after the header of the next,
 * even in the middle of a word (https://github.com/google/leveldb/blob/main/doc/log_format.md).
 */
function joined(log: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < log.length; start += BLOCK) {
    const block = log.subarray(start, start + BLOCK);
    for (let at = 0; at + HEADER < block.length; ) {
      const end = at + HEADER + block.readUInt16LE(at + 4);
      parts.push(block.subarray(at + HEADER, end));
      at = end;
    }
  }
  return Buffer.concat(parts);
}

/** Which files of a profile contain any of these bytes, and which bytes. */
async function filesWith(directory: string, wanted: readonly Buffer[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    // Some files come and go while the browser runs.
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    const records = entry.name.endsWith('.log') ? joined(bytes) : bytes;
    for (const one of wanted) if (bytes.includes(one) || records.includes(one)) found.push(`${entry.name}: ${one.toString('latin1')}`);
  }
  return found;
}

test('nothing of a deleted member is found in the files of a friend’s browser', async ({ openOnDisk, circle, app }) => {
  const [ana, ben] = [
    await circle.signUp('Anabel Quill', { email: `${uuid()}@kith.test` }),
    await circle.signUp('Ben Okri', { email: `${uuid()}@kith.test` }),
  ];
  await circle.befriend(ana, ben);
  const group = await circle.group(ana, ben);
  await circle.post(ana, { content: 'Marzipan in the attic' });
  await circle.comment(ana, await circle.post(ben, { content: 'Anybody there?' }), 'Heliotrope said so');
  await circle.message(ana, group, 'Palimpsest at noon');
  const { accessToken } = await circle.openSession(ana);
  const asAna = (method: string, path: string, body: BodyInit, type = 'application/json') =>
    fetch(`${app.url}/api${path}`, { method, body, headers: { authorization: `Bearer ${accessToken}`, 'content-type': type } });
  const uploaded = await asAna('POST', '/profiles/me/image', new Uint8Array(await phonePhoto()), 'image/jpeg');
  const { data } = (await uploaded.json()) as { data: { profile_image_url: string } };
  const shown = await fetch(`${app.url}${data.profile_image_url}`, { headers: { authorization: `Bearer ${accessToken}` } });
  const photo = Buffer.from(await shown.arrayBuffer());
  const words = ['Marzipan in the attic', 'Heliotrope said so', 'Palimpsest at noon', 'Anabel Quill', ana.email].map((text) =>
    Buffer.from(text),
  );
  const anasBytes = [...words, ...words.map((text) => Buffer.from(text.toString(), 'utf16le')), photo.subarray(60, 120)];

  const bens = await openOnDisk(ben);
  await upToDate(bens.page);
  await bens.page.getByText('Marzipan in the attic').waitFor();
  const isOnDisk = async (bytes: Buffer) => (await filesWith(bens.directory, [bytes])).length > 0;
  for (const bytes of [...words, photo.subarray(60, 120)])
    await expect.poll(() => isOnDisk(bytes), { message: bytes.toString() }).toBe(true);

  const deletion = await asAna('DELETE', '/profiles/me', JSON.stringify({ confirmation: 'DELETE' }));
  expect(deletion.status).toBe(200);
  await bens.page.getByText('Marzipan in the attic').waitFor({ state: 'detached' });
  await expect.poll(() => filesWith(bens.directory, anasBytes)).toEqual([]);
});
