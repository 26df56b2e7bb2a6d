import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createCompression } from './compression.ts';

const text = Buffer.from('the tomatoes gave up, so the balcony is all herbs now\n'.repeat(20_000));
const photos = Buffer.from(randomBytes(1_000_000).toString('hex'));

async function compressed(...parts: readonly (readonly [bytes: Buffer, isDense: boolean])[]): Promise<Buffer> {
  const { input, output, comesDense } = createCompression();
  const whole = buffer(output);
  for (const [bytes, isDense] of parts) {
    comesDense(isDense);
    if (!input.write(bytes)) await once(input, 'drain');
  }
  input.end();
  return whole;
}

test('whatever comes, it unpacks to what was written', async () => {
  for (const order of [[text], [photos], [text, photos, text, photos, photos, text], [Buffer.alloc(0), photos, Buffer.alloc(0)]]) {
    const written = await compressed(...order.map((bytes) => [bytes, bytes === photos] as const));
    expect(gunzipSync(written).equals(Buffer.concat(order))).toBe(true);
  }
});

test('photos take the bytes that they have, texts are compressed before and after them', async () => {
  const { length } = await compressed([text, false], [photos, true], [text, false]);
  expect(length).toBeLessThan(photos.length * 0.51 + gzipSync(text).length * 3);
  // Searched for repetitions, they take more.
  expect((await compressed([photos, false])).length).toBeGreaterThan(photos.length * 0.53);
});

test('an error on either side ends both', async () => {
  const gone = new Error('the database has gone');
  const broken = createCompression();
  const writing = pipeline(async function* () {
    yield photos;
    throw gone;
  }, broken.input);
  const [written, read] = await Promise.allSettled([writing, buffer(broken.output)]);
  expect([written, read]).toEqual([
    { status: 'rejected', reason: gone },
    { status: 'rejected', reason: gone },
  ]);

  const noSpace = new Error('the disk is full');
  const full = createCompression();
  const reading = pipeline(full.output, async (chunks) => {
    for await (const _ of chunks) throw noSpace;
  });
  await expect(pipeline([photos, photos, photos], full.input)).rejects.toThrow();
  await expect(reading).rejects.toBe(noSpace);
});
