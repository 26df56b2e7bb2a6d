/**
 * Where, when and with what a photo was taken, and the small picture in its file, leave the server with the upload. They are in nothing
 * that is stored, answered, exported or backed up.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { imageVariants } from '../../../schemas/images/image.ts';
import { PART_MIN_BYTES } from '../../../schemas/images/image-parts.ts';
import { SMALL_SIDE } from '../../../schemas/images/photo-limits.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import { test as backupTest, contentsOf } from '../../../tests/support/backups.ts';
import { openChannel } from '../../../tests/support/channel-client.ts';
import { CANARY, canaryPhotos, quartersOf, UPRIGHT } from '../../../tests/support/chosen-photos.ts';
import type { Member } from '../../../tests/support/fixtures/server.ts';
import { sendFile, type WayToSend, waysToSend } from '../../../tests/support/hostile-uploads.ts';
import { readZip } from '../../../tests/support/read-zip.ts';
import { openStream } from '../../../tests/support/sync-client.ts';
import { writeBackup } from '../../operations/backup/write-backup.ts';

const SHOWN = { width: 900, height: 1200 };
const files = await canaryPhotos(SHOWN);

/** The canary as bytes, as Postgres writes bytes, and as JSON might carry them, at each of three places in a group of bytes. */
const canaries: readonly string[] = [
  CANARY,
  Buffer.from(CANARY).toString('hex'),
  ...[0, 1, 2].map((before) =>
    Buffer.from(`${'.'.repeat(before)}${CANARY}`)
      .toString('base64')
      .slice(4, -4),
  ),
];
const holds = (bytes: Buffer | string): boolean => {
  const whole = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return canaries.some((canary) => whole.includes(canary));
};

const test = backupTest
  .extend('people', async ({ circle }) => {
    const [ana, ben] = await Promise.all(['Ana', 'Ben'].map((name) => circle.signUp(name, { email: `${uuid()}@kith.test` })));
    if (!ana || !ben) throw new Error('nobody signed up');
    await circle.befriend(ana, ben);
    return { ana, ben, group: await circle.group(ana, ben) };
  })
  /** A post and a message of Ana's, each with a photo of each type, and her profile photo. */
  .extend('photos', async ({ circle, people: { ana, group } }) => {
    const named = () => files.map((file) => ({ file, photo: { id: uuid(), ...SHOWN, thumbhash: '', alt: '' } }));
    const [inPost, inMessage] = [named(), named()];
    const post = await circle.post(ana, { content: '', photos: inPost.map(({ photo }) => photo) });
    const message = { ...circle.messageDocument(ana, group, ''), photos: inMessage.map(({ photo }) => photo) };
    await circle.done(ana, 'group_messages', message);
    return { post, message: message.id, all: [...inPost, ...inMessage].map(({ file, photo }) => ({ bytes: file.bytes, id: photo.id })) };
  })
  /** The whole answer, with its headers. */
  .extend('answer', ({ server }) => async (member: Member, path: string) => {
    const response = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${member.client.token()}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([path, response.status]).toEqual([path, 200]);
    return { bytes, headers: JSON.stringify([...response.headers]) };
  })
  /** The rows of a backup, without encryption and compression. */
  .extend('backup', ({ db, directory }) => async () => {
    const path = join(directory, `${uuid()}.backup`);
    await writeBackup(db.url, path, null);
    return gunzipSync(await readFile(path));
  });

test('the canary is found where it is', async () => {
  for (const { type, bytes } of files) expect([type, holds(bytes), holds(bytes.toString('hex'))]).toEqual([type, true, true]);
  for (const before of [0, 1, 2, 3]) expect(holds(Buffer.from(`${'x'.repeat(before)}${CANARY}yy`).toString('base64'))).toBe(true);
});

test.for(waysToSend)(
  'sent %s, nothing but the picture is in any variant, answer, export, log, backup or dump',
  async (way: WayToSend, { answer, backup, db, photos, people: { ana, ben, group }, server }) => {
    const channels = await Promise.all(
      ['posts', `groups/${group}/messages`].map((name) => openChannel(server.url, name, ben.client.token() ?? '')),
    );
    const stream = await openStream(`${server.url}/api/sync/stream`, {
      authorization: `Bearer ${ben.client.token()}`,
      'content-type': 'application/json',
      [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
    });
    try {
      for (const { id, bytes } of photos.all) expect(await sendFile(server.url, ana.client, id, bytes, way)).toMatchObject({ status: 200 });
      for (const { bytes } of files) {
        const set = await fetch(`${server.url}/api/profiles/me/image`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ana.client.token()}` },
          body: new Uint8Array(bytes),
        });
        expect([set.status, holds(await set.text())]).toEqual([201, false]);
      }
      await stream.until(() => stream.named('images').length > 0);
      const profile = (await ana.client.get('/api/profiles/me')).body.data.profile_image_url.replace('/api', '');

      for (const member of [ana, ben]) {
        for (const { id } of photos.all) {
          for (const variant of imageVariants) {
            const { bytes, headers } = await answer(member, `/images/${id}?size=${variant}`);
            expect([variant, holds(bytes), holds(headers)]).toEqual([variant, false, false]);
            const { format, width, height, exif, icc, xmp, iptc } = await sharp(bytes).metadata();
            const size = variant === 'small' ? [SMALL_SIDE * 0.75, SMALL_SIDE] : [SHOWN.width, SHOWN.height];
            expect([format, width, height, exif, icc, xmp, iptc]).toEqual(['webp', ...size, undefined, undefined, undefined, undefined]);
            expect(await quartersOf(bytes)).toBe(UPRIGHT);
          }
        }
        const paths = [
          profile,
          `/profiles/${ana.id}`,
          '/profiles/me',
          '/posts',
          `/posts/${photos.post}`,
          `/groups/${group}/messages`,
          '/friends',
        ];
        for (const path of paths) {
          const { bytes, headers } = await answer(member, path);
          expect([path, bytes.length > 0, holds(bytes), holds(headers)]).toEqual([path, true, false, false]);
        }
        const { bytes } = await answer(member, '/profiles/me/export');
        const exported = readZip(bytes);
        expect([...exported.keys()].filter((name) => name.endsWith('.webp'))).toHaveLength(member === ana ? photos.all.length + 1 : 0);
        for (const [name, content] of exported) expect([name, holds(content)]).toEqual([name, false]);
        expect(holds(bytes)).toBe(false);
      }
      expect(holds(JSON.stringify([...channels.map(({ events }) => events), stream.named('images')]))).toBe(false);
      expect(holds(server.logged.join('\n'))).toBe(false);
      expect(holds(await backup())).toBe(false);
      const { rows } = await contentsOf(db);
      expect(rows.image_variants?.length).toBeGreaterThanOrEqual(photos.all.length * 2 + 1);
      expect(holds(Object.values(rows).flat().join('\n'))).toBe(false);
    } finally {
      for (const open of [...channels, stream]) open.close();
    }
  },
);

test('a backup has nothing of a file that is on its way in parts', async ({ backup, db, photos, people: { ana }, server }) => {
  for (const { id, bytes } of photos.all) {
    const response = await fetch(`${server.url}/api/images/${id}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${ana.client.token()}`,
        'content-range': `bytes 0-${PART_MIN_BYTES - 1}/${Math.max(bytes.length, PART_MIN_BYTES + 1)}`,
      },
      body: new Uint8Array(Buffer.concat([bytes, Buffer.alloc(PART_MIN_BYTES)]).subarray(0, PART_MIN_BYTES)),
    });
    expect(response.status).toBe(202);
  }
  expect(
    holds(
      Object.values((await contentsOf(db)).rows)
        .flat()
        .join('\n'),
    ),
  ).toBe(true);
  expect(holds(await backup())).toBe(false);
});
