/**
 * No reader skips a row that commits late. Sixteen writers take positions in shared scopes, wait for a random time before they commit, and
 * sometimes roll back. Readers follow at the same time, by pulling and by the stream. With `KITH_DEEP=1` they write ten times as often.
 */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { allow, refuse } from '../../schemas/base/refusal.ts';
import type { Tx } from '../../sync-server/db/pool/transaction.ts';
import { collectionFeatures } from '../../sync-server/features/collection-features.ts';
import { NOTHING } from '../../sync-server/sync/push/member-storage.ts';
import { scope } from '../../sync-server/sync/scope-name.ts';
import { writeLog } from '../../sync-server/sync/write-log.ts';
import { type EngineWorld, writePost } from '../support/engine-world.ts';
import { test as worldTest } from '../support/fixtures/world.ts';
import { ModelReplica } from '../support/model-replica.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { drawOf } from '../support/seed.ts';
import { until } from '../support/until.ts';

const WRITERS = 16;
const AUTHORS = 4;
const WRITES_OF_EACH = process.env.KITH_DEEP === '1' ? 250 : 25;
/** How long a writer keeps its positions at most before it commits. */
const MAX_WAIT_S = 0.03;

const test = worldTest.override('timing', () => ({ beatMs: 40, heartbeatMs: 500 }));

const wait = (tx: Tx, draw: () => number) => tx`select pg_sleep(${draw() * MAX_WAIT_S})`;

class RolledBack extends Error {}

/**
 * Commits as another server process does: it writes the log, then time passes. Nothing notifies the bus, so the beat has to find the
 * change.
 */
async function writeElsewhere(db: TestDatabase, authors: readonly string[], draw: () => number): Promise<string[]> {
  const rows = authors.map((author) => ({ id: uuid(), author }));
  const ids = rows.map((row) => row.id);
  try {
    await db.database.write(async (tx) => {
      for (const { id, author } of rows) {
        await tx`insert into posts (id, author_id, content, visibility_type, write_id) values (${id}, ${author}, 'x', 'friends', ${uuid()})`;
      }
      const changes = rows.map(({ id, author }) => ({ scopes: [scope.friends(author)], collection: 'posts' as const, id }));
      await writeLog(tx, collectionFeatures, { changes, members: [], images: [], stores: NOTHING, answer: null }, { read: false });
      await wait(tx, draw);
      if (draw() < 0.2) throw new RolledBack();
    });
    return ids;
  } catch (error) {
    if (error instanceof RolledBack) return [];
    throw error;
  }
}

/** Writes as a command of this process, which is sometimes refused after it has written. */
async function writeHere(world: EngineWorld, author: string, draw: () => number): Promise<string[]> {
  const id = uuid();
  const verdict = await world.act(author, async (context) => {
    await writePost(context, { id, content: 'x' });
    await wait(context.tx, draw);
    return draw() < 0.2 ? refuse('NOT_ALLOWED') : allow;
  });
  return verdict.allowed ? [id] : [];
}

test('with late commits and rollbacks no reader misses a row, and positions only rise', {
  timeout: 300_000,
}, async ({ db, world, sync }) => {
  const reader = await world.member();
  const authors: string[] = [];
  for (let i = 0; i < AUTHORS; i += 1) {
    const author = await world.member();
    await world.befriend(author, reader);
    await world.post(author);
    authors.push(author);
  }
  const before = new Set((await db.sql<{ id: string }[]>`select id::text from posts`).map((row) => row.id));
  const headsOfAuthors = () => db.sql<{ id: number; head: number }[]>`
    select id, head from scopes where kind = 'friends' and owner = any(${authors}::uuid[])`;
  const begun = await headsOfAuthors();
  const streams = [await sync.stream(reader), await sync.stream(reader, 'phone')];
  await until(() => streams.every((stream) => stream.named('open').length === 1));

  const committed: string[] = [];
  let rolledBack = 0;
  const writers = Array.from({ length: WRITERS }, async (_, index) => {
    const draw = drawOf(`writer ${index}`);
    const pick = () => authors[Math.floor(draw() * AUTHORS)] ?? '';
    for (let times = 0; times < WRITES_OF_EACH; times += 1) {
      // Two or three scopes at once, in any order: writers wait for each other, but never deadlock.
      const several = [...new Set(Array.from({ length: 1 + Math.floor(draw() * 3) }, pick))];
      const ids = index % 2 === 0 ? await writeElsewhere(db, several, draw) : await writeHere(world, pick(), draw);
      if (ids.length === 0) rolledBack += 1;
      committed.push(...ids);
    }
  });
  let writing = true;
  const written = Promise.all(writers).finally(() => {
    writing = false;
  });

  let pulls = 0;
  const follow = async (limit: number) => {
    const device = new ModelReplica(world.engine, reader, ['posts']);
    const upTo = new Map<string, number>();
    for (let last = false; !last; ) {
      last = !writing;
      let more = true;
      while (more) {
        ({ more } = await device.pullOnce(limit));
        pulls += 1;
        for (const [scope, state] of Object.entries(device.checkpoints.get('posts') ?? {})) {
          const head = Array.isArray(state) ? state[0] : (state ?? 0);
          expect(head).toBeGreaterThanOrEqual(upTo.get(scope) ?? 0);
          upTo.set(scope, head);
        }
      }
    }
    return device;
  };
  const devices = await Promise.all([follow(3), follow(7), follow(50), written]);

  const expected = new Set([...before, ...committed]);
  const missedBy = (held: ReadonlySet<string>, all: ReadonlySet<string>) => [...all].filter((id) => !held.has(id));
  for (const device of devices.slice(0, 3) as ModelReplica[]) {
    const held = new Set(device.ids('posts'));
    expect(missedBy(held, expected)).toEqual([]);
    // Rolled-back rows were never seen.
    expect(missedBy(expected, held)).toEqual([]);
  }
  const heads = await headsOfAuthors();
  const places = await db.sql<{ doc_id: string; scope_id: number; seq: number }[]>`
    select doc_id, scope_id, seq from changes where collection = 'posts' and doc_id = any(${committed}::text[])`;
  for (const stream of streams) {
    // Each scope was announced by a frame up to its head, or a pull was requested after its last frame.
    const lastFrameOf = (scope: number) =>
      stream.events.findLastIndex((event) => event.name === 'frames' && event.data.some((frame) => frame.scope === scope));
    const lastPullEvent = () => stream.events.findLastIndex((event) => event.name === 'pull');
    const lastFrameHead = (scope: number) => stream.frames().findLast((frame) => frame.scope === scope)?.head ?? 0;
    await until(() => heads.every(({ id, head }) => lastFrameHead(id) === head || lastPullEvent() > lastFrameOf(id)));
    const held = new Set(stream.frames().flatMap((frame) => (frame.collections.posts?.documents ?? []).map((document) => document.id)));
    expect(missedBy(expected, held)).toEqual([]);
    // Each frame begins where the one before it ended, except where so much changed at once that a pull was requested.
    const upTo = new Map<number, { readonly head: number; readonly pulls: number }>(begun.map(({ id, head }) => [id, { head, pulls: 0 }]));
    const gaps: { readonly scope: number; readonly from: number; readonly to: number }[] = [];
    let asked = 0;
    for (const event of stream.events) {
      if (event.name === 'pull') asked += 1;
      if (event.name !== 'frames') continue;
      for (const { scope, prev, head } of event.data) {
        const last = upTo.get(scope);
        if (last && last.head !== prev) {
          expect(asked).toBeGreaterThan(last.pulls);
          gaps.push({ scope, from: last.head, to: prev });
        }
        expect(head).toBeGreaterThan(prev);
        upTo.set(scope, { head, pulls: asked });
      }
    }
    for (const { id, head } of heads) if (lastPullEvent() > lastFrameOf(id)) gaps.push({ scope: id, from: lastFrameHead(id), to: head });
    const untold = places.filter(
      ({ doc_id, scope_id, seq }) =>
        !held.has(doc_id) && !gaps.some(({ scope, from, to }) => scope === scope_id && seq > from && seq <= to),
    );
    expect(untold).toEqual([]);
    stream.close();
  }
  expect(committed.length).toBeGreaterThan(50);
  expect(rolledBack).toBeGreaterThan(5);
  expect(pulls).toBeGreaterThan(20);
  if (process.env.KITH_DEEP === '1') console.info(`gap: ${committed.length} rows committed, ${rolledBack} rolled back, ${pulls} pulls`);
});
