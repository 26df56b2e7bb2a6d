import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 as uuid } from 'uuid';
import { test as base, expect, onTestFinished, vi } from 'vitest';
import { OFFSET_CODE, OFFSET_HEADER } from '../../../schemas/images/image-parts.ts';
import { createImageServer } from './image-server.ts';

const never = new AbortController().signal;
const json = { 'content-type': 'application/json' };
const success = JSON.stringify({ success: true, data: {} });
const failure = (code: string) => JSON.stringify({ success: false, code, message: 'no' });

type Answer = (response: ServerResponse, request: IncomingMessage, body: Buffer) => void;

// biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
const test = base.extend('stage', async ({}, { onCleanup }) => {
  const stage: { answer: Answer; seen: { method: string; url: string; range: string | undefined; bytes: number }[] } = {
    answer: (response) => response.end(),
    seen: [],
  };
  const http = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const { method = '', url = '' } = request;
    stage.seen.push({ method, url, range: request.headers['content-range'], bytes: body.length });
    stage.answer(response, request, body);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onCleanup(() => {
    http.closeAllConnections();
    http.close();
  });
  const renewed: string[] = [];
  const tokens = {
    get: async () => ({ kind: 'token', token: 'old' }) as const,
    renew: async (token: string) => {
      renewed.push(token);
      return { kind: 'token', token: 'new' } as const;
    },
  };
  const server = createImageServer({ tokens, origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
  const bytes = new ArrayBuffer(16);
  const send = (key: string) => server.sendPart(key, bytes, { start: 16, end: 32, total: 64 }, never);
  return Object.assign(stage, { server, send, renewed });
});

test('a part is sent with its range, to the address of the image, and the answer says what the server has', async ({ stage }) => {
  const id = uuid();
  stage.answer = (response) => response.writeHead(202, { ...json, [OFFSET_HEADER]: '32' }).end(success);
  expect(await stage.send(id)).toEqual({ kind: 'done', body: 32 });
  expect(stage.seen).toEqual([{ method: 'PUT', url: `/api/images/${id}`, range: 'bytes 16-31/64', bytes: 16 }]);
  stage.answer = (response) => response.writeHead(200, json).end(success);
  expect(await stage.send(id)).toEqual({ kind: 'done', body: 'all' });
});

test.for<[name: string, status: number, headers: Record<string, string>, body: string, outcome: unknown]>([
  ['another offset', 409, { [OFFSET_HEADER]: '8' }, failure(OFFSET_CODE), { kind: 'done', body: 8 }],
  ['a refusal for ever', 422, {}, failure('IMAGE_DAMAGED'), { kind: 'refused', code: 'IMAGE_DAMAGED' }],
  ['no storage', 409, {}, failure('STORAGE_USED_UP'), { kind: 'refused', code: 'STORAGE_USED_UP' }],
  ['an image that no row names', 404, {}, failure('NOT_FOUND'), { kind: 'none' }],
  ['a proxy that knows no such address', 404, {}, 'not here', { kind: 'lost', retryAfterMs: 0 }],
  ['something that is locked', 423, {}, '', { kind: 'lost', retryAfterMs: 0 }],
  ['a conflict of a proxy', 409, { [OFFSET_HEADER]: '8' }, failure('ELSEWHERE'), { kind: 'lost', retryAfterMs: 0 }],
  ['a used-up budget', 429, { 'retry-after': '7' }, failure('TOO_MANY_REQUESTS'), { kind: 'lost', retryAfterMs: 7_000 }],
  ['a server that is busy', 503, { 'retry-after': '5' }, failure('UNAVAILABLE'), { kind: 'lost', retryAfterMs: 5_000 }],
  ['a server that failed', 500, {}, failure('INTERNAL'), { kind: 'lost', retryAfterMs: 0, atServer: true }],
  ['a proxy that failed', 500, {}, '<html></html>', { kind: 'lost', retryAfterMs: 0 }],
  ['the page of a network', 200, {}, '<html></html>', { kind: 'lost', retryAfterMs: 0 }],
])('a part is answered with %s', async ([, status, headers, body, outcome], { stage }) => {
  stage.answer = (response) => response.writeHead(status, { ...json, ...headers }).end(body);
  expect(await stage.send(uuid())).toEqual(outcome);
});

test('what the server has is asked without reading it, also of the picture that lists show', async ({ stage }) => {
  const id = uuid();
  const ask = () => stage.server.received(`${id}?size=small`, never);
  stage.answer = (response) => response.writeHead(204, { [OFFSET_HEADER]: '0' }).end();
  expect(await ask()).toEqual({ kind: 'done', body: 0 });
  expect(stage.seen).toEqual([{ method: 'HEAD', url: `/api/images/${id}`, range: undefined, bytes: 0 }]);
  stage.answer = (response) => response.writeHead(200, { 'content-type': 'image/webp' }).end();
  expect(await ask()).toEqual({ kind: 'done', body: 'all' });
  stage.answer = (response) => response.writeHead(404, json).end();
  expect(await ask()).toEqual({ kind: 'none' });
  for (const [status, type] of [
    [404, 'text/html'],
    [200, 'text/html'],
    [204, 'text/html'],
    [502, 'text/html'],
  ] as const) {
    stage.answer = (response) => response.writeHead(status, { 'content-type': type }).end();
    expect([status, await ask()]).toEqual([status, { kind: 'lost', retryAfterMs: 0 }]);
  }
});

test('a session that has ended is renewed once, and the part is sent again', async ({ stage }) => {
  stage.answer = (response, { headers }) =>
    headers.authorization === 'Bearer new'
      ? response.writeHead(202, { ...json, [OFFSET_HEADER]: '32' }).end(success)
      : response.writeHead(401, json).end(failure('NOT_AUTHENTICATED'));
  expect(await stage.send(uuid())).toEqual({ kind: 'done', body: 32 });
  expect(stage.renewed).toEqual(['old']);
});

test('an attempt ends after a time that grows with its size, and a stopped one at once', async ({ stage }) => {
  stage.answer = () => undefined;
  const soon = setTimeout;
  const waits: number[] = [];
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  timers.mockImplementation(((work: () => void, ms = 0) => {
    if (ms < 10_000) return soon(work, ms);
    waits.push(ms);
    const unlessSeen = (): unknown => (stage.seen.length < waits.length ? soon(unlessSeen, 5) : work());
    return soon(unlessSeen, 50);
  }) as typeof setTimeout);
  const lost = { kind: 'lost', retryAfterMs: 0 };
  const part = (bytes: number, total: number) =>
    stage.server.sendPart(uuid(), new ArrayBuffer(bytes), { start: 0, end: bytes, total }, never);
  expect([await part(16_000, 99_999), await part(256_000, 999_999), await part(16_000, 16_000)]).toEqual([lost, lost, lost]);
  expect(await stage.server.received(uuid(), never)).toEqual(lost);
  expect(waits).toEqual([12_000, 42_000, 42_000, 10_000]);
  timers.mockRestore();
  const stopping = new AbortController();
  const stopped = stage.server.received(uuid(), stopping.signal);
  await expect.poll(() => stage.seen.length).toBe(5);
  stopping.abort();
  expect(await stopped).toEqual(lost);
  expect(await stage.server.received(uuid(), stopping.signal)).toEqual(lost);
  expect(stage.seen.length).toBe(5);
});

test('an image is read for as long as it takes, but not for as long as it pauses', async ({ stage }) => {
  const soon = setTimeout;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  // Ten seconds pass in a quarter of one.
  timers.mockImplementation(((work: () => void, ms = 0) => soon(work, ms === 10_000 ? 250 : ms)) as typeof setTimeout);
  const type = { 'content-type': 'image/webp' };
  stage.answer = async (response) => {
    response.writeHead(200, type);
    for (let piece = 0; piece < 5; piece += 1) {
      response.write(Buffer.alloc(1_000, piece));
      await new Promise((resolve) => soon(resolve, 100));
    }
    response.end();
  };
  const outcome = await stage.server.read(uuid(), never);
  expect(outcome).toMatchObject({ kind: 'done' });
  expect(outcome.kind === 'done' && [outcome.body.byteLength, new Uint8Array(outcome.body)[4_999]]).toEqual([5_000, 4]);
  stage.answer = (response) => void response.writeHead(200, type).write(Buffer.alloc(1_000));
  expect(await stage.server.read(uuid(), never)).toEqual({ kind: 'lost', retryAfterMs: 0 });
});
