/** Photos of posts that are no photos, or more than that. All 1,000 are sent in `hostile-photos.rare.pg.test.ts`. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { hostileImages, pixelBombs, polyglots } from '../../../tests/support/hostile-images.ts';
import { hostileUploads, waysToSend } from '../../../tests/support/hostile-uploads.ts';

const test = serverTest.extend('uploads', async ({ circle, server }) => {
  const [ana, ben] = await Promise.all(['Ana', 'Ben'].map((name) => circle.signUp(name, { email: `${uuid()}@kith.test` })));
  if (!ana || !ben) throw new Error('nobody signed up');
  await circle.befriend(ana, ben);
  return hostileUploads({ url: server.url, author: ana.client, reader: ben.client });
});

test('a hundred hostile files: each is refused in words, or nothing of it is left but a picture', async ({ uploads }) => {
  const codes = new Set<string | null>();
  const files = (await hostileImages(100, 20_261_129)).filter(({ bytes }) => bytes.length > 0);
  for (const [nth, file] of files.entries()) codes.add(await uploads.send(file, waysToSend[nth % 2] ?? 'whole'));
  expect([...codes].sort()).toEqual(['IMAGE_DAMAGED', 'IMAGE_TOO_MANY_PIXELS', 'IMAGE_TYPE', null]);
});

test('what claims or has 40,000 by 40,000 pixels is refused before it is decoded', async ({ uploads }) => {
  for (const bomb of await pixelBombs()) {
    for (const way of waysToSend) {
      // A WebP cannot be so large, so its header contradicts the rest of it.
      const code = bomb.name.startsWith('a WebP') ? 'IMAGE_DAMAGED' : 'IMAGE_TOO_MANY_PIXELS';
      expect([bomb.name, way, await uploads.send(bomb, way)]).toEqual([bomb.name, way, code]);
    }
  }
});

test('of a file that is an image and something else only the image is stored; what begins as something else is refused', async ({
  uploads,
}) => {
  for (const file of await polyglots()) {
    for (const way of waysToSend) {
      const code = /before|GIF|^an SVG/.test(file.name) ? 'IMAGE_TYPE' : null;
      expect([file.name, way, await uploads.send(file, way)]).toEqual([file.name, way, code]);
    }
  }
});
