/** Images that arrive in parts: in order, from any process, each byte once, and nobody sees them before the last part. */
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { IMAGE_MAX_BYTES } from '../../../schemas/images/image.ts';
import { contentRange, LENGTH_HEADER, OFFSET_CODE, PART_MAX_BYTES, PART_MIN_BYTES } from '../../../schemas/images/image-parts.ts';
import { type Sent, test } from '../../../tests/support/fixtures/image-parts.ts';
import type { Member } from '../../../tests/support/fixtures/server.ts';
import { untilWaiting } from '../../../tests/support/lock-waits.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { createSignal } from '../../../workers/replication/state/signal.ts';
import { createRequestBudgets } from '../../http/limits/request-budgets.ts';
import { exportImages } from '../account/export/export-parts.ts';

const KB = 1024;

test('[IM5] parts make an image, whichever process takes them, and nobody but its owner learns of them before the last one', async ({
  ask,
  send,
  photoOf,
  partsOf,
  db,
  server,
  people: { ana, ben, carl },
}) => {
  const { id, bytes } = await photoOf(ana);
  const total = bytes.length;
  const state = async (member: Member) => {
    const { status, offset, headers } = await ask(member, 'HEAD', id);
    return [status, offset, headers.get(LENGTH_HEADER), headers.get('cache-control')];
  };
  expect(await state(ana)).toEqual([204, '0', null, 'no-store']);
  expect(await send(ana, id, bytes, { start: 0, end: 16 * KB })).toEqual([202, String(16 * KB)]);
  expect(await state(ana)).toEqual([204, String(16 * KB), String(total), 'no-store']);
  for (const member of [ben, carl]) {
    expect(await state(member)).toEqual([404, null, null, 'no-store']);
    expect(await send(member, id, bytes, { start: 16 * KB, end: 32 * KB })).toEqual(['NOT_FOUND', null]);
    expect((await ask(member, 'GET', id)).status).toBe(404);
  }

  expect(await server.database.read(async (tx) => (await exportImages(tx, ana.id).next()).done)).toBe(true);

  // Another process, started after the first part came.
  const other = await startApp({ on: db, env: { PUBLIC_URL: server.url } });
  try {
    expect(await send(ana, id, bytes, { start: 16 * KB, end: 48 * KB }, other.url)).toEqual([202, String(48 * KB)]);
  } finally {
    await other.close();
  }
  expect(await send(ana, id, bytes, { start: 48 * KB, end: total })).toEqual([200, null]);
  expect(await partsOf(id)).toEqual([]);
  const read = await fetch(`${server.url}/api/images/${id}`, { headers: { authorization: `Bearer ${ben.client.token()}` } });
  const sent = await sharp(bytes).raw().toBuffer();
  const shown = await sharp(Buffer.from(await read.arrayBuffer()))
    .raw()
    .toBuffer();
  // A single part at the wrong place would make other noise of it.
  expect(shown.reduce((sum, value, at) => sum + Math.abs(value - (sent[at] ?? 0)), 0) / sent.length).toBeLessThan(40);
  for (const member of [ana, ben]) {
    const { status, offset, headers } = await ask(member, 'HEAD', id);
    expect([status, offset, headers.get('content-type')]).toEqual([200, null, 'image/webp']);
  }
  expect((await ask(carl, 'HEAD', id)).status).toBe(404);
  // The last part again, or any other: it is there.
  expect(await send(ana, id, bytes, { start: 48 * KB, end: total })).toEqual([200, null]);
  expect(await send(ana, id, bytes, { start: 0, end: 16 * KB })).toEqual([200, null]);
});

test('[IM5] a part that does not follow is answered with the place to go on from; the same part again as done', async ({
  send,
  photoOf,
  partsOf,
  people: { ana },
}) => {
  const { id, bytes } = await photoOf(ana);
  expect(await send(ana, id, bytes, { start: 16 * KB, end: 32 * KB })).toEqual([OFFSET_CODE, '0']);
  expect(await send(ana, id, bytes, { start: 0, end: 16 * KB })).toEqual([202, String(16 * KB)]);
  expect(await send(ana, id, bytes, { start: 16 * KB, end: 48 * KB })).toEqual([202, String(48 * KB)]);
  const held = [
    { start: 0, size: 16 * KB },
    { start: 16 * KB, size: 32 * KB },
  ];
  expect(await send(ana, id, bytes, { start: 0, end: 16 * KB })).toEqual([202, String(48 * KB)]);
  const elsewhere: readonly (readonly [part: Sent, bytes?: Buffer])[] = [
    [{ start: 32 * KB, end: 56 * KB }],
    [{ start: 0, end: 24 * KB }],
    [{ start: 8 * KB, end: 16 * KB }],
    [{ start: 52 * KB, end: 60 * KB }],
    [{ start: 52 * KB, end: bytes.length }],
    // The same range with other bytes is another part.
    [{ start: 0, end: 16 * KB }, Buffer.alloc(bytes.length)],
  ];
  for (const [part, other = bytes] of elsewhere)
    expect([part, await send(ana, id, other, part)]).toEqual([part, [OFFSET_CODE, String(48 * KB)]]);
  expect(await send(ana, id, bytes, { start: 48 * KB, end: 64 * KB, total: bytes.length + 1 })).toEqual(['INVALID', null]);
  expect(await partsOf(id)).toEqual(held);
  expect(await send(ana, id, bytes, { start: 48 * KB, end: bytes.length })).toEqual([200, null]);
});

test('what is no part is refused, and nothing of it is kept', async ({ ask, send, photoOf, partsOf, people: { ana } }) => {
  const { id } = await photoOf(ana);
  const bytes = Buffer.alloc(64 * KB);
  const put = async (range: string, body = bytes) => {
    const { status, code } = await ask(ana, 'PUT', id, { body, headers: { 'content-range': range } });
    return code === undefined ? status : `${status} ${code}`;
  };
  for (const range of ['bytes 0-65535/*', 'bytes 65535-0/65536', 'bytes 0-65535/65535', 'items 0-65535/65536', '0-65535/65536', ''])
    expect([range, await put(range)]).toEqual([range, '400 BAD_REQUEST']);
  // The body is not what the header says.
  for (const body of [bytes.subarray(1), Buffer.concat([bytes, bytes])])
    expect(await put('bytes 0-65535/100000', body)).toBe('400 BAD_REQUEST');
  expect(await put(`bytes 0-65535/${IMAGE_MAX_BYTES + 1}`)).toBe('413 IMAGE_TOO_LARGE');
  expect(await put(`bytes 0-${PART_MAX_BYTES}/${IMAGE_MAX_BYTES}`, Buffer.alloc(PART_MAX_BYTES + 1))).toMatch(/^413 /);
  expect(await put(`bytes 0-${PART_MIN_BYTES - 2}/100000`, bytes.subarray(0, PART_MIN_BYTES - 1))).toMatch(/^422 /);
  expect(await partsOf(id)).toEqual([]);
  // The id of no row of hers, and no id at all.
  expect(await send(ana, uuid(), bytes, { start: 0, end: 16 * KB })).toEqual(['NOT_FOUND', null]);
  const { status, headers } = await ask(ana, 'HEAD', uuid());
  expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('application/json')]);
});

test('a part that is sent many times at once is kept once, and so is the last one', async ({
  send,
  photoOf,
  partsOf,
  db,
  server,
  people: { ana },
}) => {
  const { id, bytes } = await photoOf(ana);
  const other = await startApp({ on: db, env: { PUBLIC_URL: server.url } });
  try {
    const all = (part: Sent) =>
      Promise.all([server, other, server, other, server, other].map(({ url }) => send(ana, id, bytes, part, url)));
    for (const [start, end] of [
      [0, 16 * KB],
      [16 * KB, 32 * KB],
    ] as const)
      expect(new Set((await all({ start, end })).map(String))).toEqual(new Set([`202,${end}`]));
    // Two that overlap: one is taken, the other learns where to go on.
    const two = await Promise.all([40 * KB, 48 * KB].map((end) => send(ana, id, bytes, { start: 32 * KB, end })));
    const taken = (await partsOf(id)).at(-1);
    expect(taken).toMatchObject({ start: 32 * KB });
    const received = 32 * KB + (taken?.size ?? 0);
    expect(two.map(String).sort()).toEqual([`202,${received}`, `${OFFSET_CODE},${received}`].sort());
    expect(new Set((await all({ start: received, end: bytes.length })).map(String))).toEqual(new Set(['200,']));
    expect(await partsOf(id)).toEqual([]);
    expect(await server.sql`select from image_variants where image_id = ${id}`).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test('of two requests with the same part the second waits, and finds it there', async ({
  send,
  photoOf,
  partsOf,
  server,
  people: { ana },
}) => {
  const { id, bytes } = await photoOf(ana);
  const part = { start: 0, end: 16 * KB };
  let both: Promise<unknown[]> = Promise.resolve([]);
  await server.database.write(async (tx) => {
    // The first has looked at what is there and is about to store its part.
    await tx`lock table image_parts in exclusive mode`;
    both = Promise.all([send(ana, id, bytes, part), send(ana, id, bytes, part)]);
    await untilWaiting(server.sql, 2);
  });
  expect(await both).toEqual([
    [202, String(16 * KB)],
    [202, String(16 * KB)],
  ]);
  expect(await partsOf(id)).toEqual([{ start: 0, size: 16 * KB }]);
});

test('a last part whose image became whole while it was on its way is answered as done', async ({
  send,
  photoOf,
  db,
  server,
  people: { ana },
}) => {
  const { id, bytes } = await photoOf(ana);
  expect(await send(ana, id, bytes, { start: 0, end: 16 * KB })).toEqual([202, String(16 * KB)]);
  const [begun, goOn] = [createSignal(), createSignal()];
  const budgets = createRequestBudgets(true);
  const app = await startApp({
    on: db,
    env: { PUBLIC_URL: server.url },
    budgets: { ...budgets, writes: { ...budgets.writes, take: async () => begun.ring() } },
  });
  try {
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(16 * KB, 32 * KB)));
        await goOn.wait();
        controller.enqueue(new Uint8Array(bytes.subarray(32 * KB)));
        controller.close();
      },
    });
    const late = fetch(`${app.url}/api/images/${id}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${ana.client.token()}`,
        'content-range': contentRange({ start: 16 * KB, end: bytes.length, total: bytes.length }),
      },
      body,
      duplex: 'half',
    } as RequestInit);
    await begun.wait();
    expect(await send(ana, id, bytes, { start: 16 * KB, end: bytes.length })).toEqual([200, null]);
    goOn.ring();
    expect((await late).status).toBe(200);
  } finally {
    await app.close();
  }
});
