/** Messages of the sync protocol with invalid contents: checkpoints, check lists, collections, changes, versions. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { collectionNames } from '../../schemas/protocol/collections.ts';
import { MAX_CHANGES, MAX_CHECKED_IDS } from '../../schemas/protocol/sync-limits.ts';
import { PROTOCOL_HEADER } from '../../schemas/protocol/version.ts';
import { expectAnswered, expectRefused, test as wireTest } from './wire-world.ts';

const test = wireTest
  .extend(
    'pull',
    ({ wire }) =>
      (body: unknown) =>
        wire.send('/api/sync/pull', { body: JSON.stringify(body) }),
  )
  .extend(
    'push',
    ({ wire }) =>
      (changes: unknown) =>
        wire.send('/api/sync/push', { body: JSON.stringify({ changes }) }),
  )
  /** the insert of one of Mal's posts */
  .extend('insert', ({ wire }) => (content: string) => ({
    collection: 'posts',
    assumed: [],
    document: {
      id: uuid(),
      write_id: uuid(),
      author_id: wire.mal.id,
      content,
      visibility_type: 'private',
      specific_user_ids: [],
      photos: [],
    },
  }));

test('invalid checkpoints are refused, or have no effect', async ({ server, wire, pull }) => {
  const own = JSON.parse((await pull({ epoch: null, collections: { posts: { checkpoint: {}, limit: 10 } } })).text);
  const theirs = await server.sql<{ id: number }[]>`select id from scopes where owner = ${wire.dora.id}`;
  const ownScope = Object.keys(own.heads)[0] ?? '1';
  const keys = [ownScope, String(theirs[0]?.id), '0', '-1', '1e3', '999999', '9'.repeat(16), '__proto__'];
  const states = [
    -1,
    0,
    1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e300,
    '1',
    [],
    [1],
    [1, 2, 3],
    [-1, -2],
    [1, 2 ** 40],
    [2 ** 40, 1],
    ['a', 'b'],
    [null, 1],
    {},
    true,
    null,
  ];
  await wire.withoutEffect(async () => {
    for (const key of keys) {
      for (const state of states) {
        const checkpoint = Object.defineProperty({}, key, { value: state, enumerable: true });
        const name = `${key} ${JSON.stringify(state)}`;
        const answer = await pull({ epoch: own.epoch, collections: { posts: { checkpoint, limit: 10 } } });
        expectAnswered(name, answer);
        if (answer.status !== 200) continue;
        const page = JSON.parse(answer.text).collections.posts;
        if (!(key in own.heads)) expect([name, page.checkpoint[key] ?? null]).toEqual([name, null]);
        for (const document of page.documents) expect([name, document.author_id]).toEqual([name, wire.mal.id]);
      }
    }
    for (const checkpoint of [null, [], 'x', 7, [[1, 2]], NaN])
      expectRefused('a checkpoint', await pull({ epoch: null, collections: { posts: { checkpoint, limit: 1 } } }));
    for (const limit of [0, -1, 1.5, 1001, 1e9, '10', null, [], true]) {
      expectRefused(`limit ${limit}`, await pull({ epoch: null, collections: { posts: { checkpoint: {}, limit } } }));
    }
    for (const raw of ['1e400', '-1e400', '-0', '1E5', '01', 'NaN', 'Infinity']) {
      const body = `{"epoch":null,"collections":{"posts":{"checkpoint":{"${ownScope}":${raw}},"limit":10}}}`;
      expectAnswered(raw, await wire.send('/api/sync/pull', { body }));
    }
  });
});

test('a checkpoint as large as a request is answered', async ({ wire, pull }) => {
  await wire.withoutEffect(async () => {
    const checkpoint = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [String(i + 1_000_000), i]));
    expectAnswered('60000 scopes', await pull({ epoch: null, collections: { posts: { checkpoint, limit: 10 } } }));
  });
});

test('check lists are limited, and their ids may be any text', async ({ wire, pull }) => {
  await wire.withoutEffect(async () => {
    const many = Array.from({ length: 10_000 }, () => uuid());
    expectRefused('10000 ids', await pull({ epoch: null, collections: {}, check: { posts: many } }));
    const most = Object.fromEntries(collectionNames.map((name) => [name, many.slice(0, MAX_CHECKED_IDS)]));
    expectAnswered('the most of all', await pull({ epoch: null, collections: {}, check: most }));
    const strange = [
      'x',
      `${uuid()}|`,
      '|',
      '||',
      `${uuid()}|${uuid()}|👍`,
      `${uuid()}|x`,
      '%',
      "'",
      '\\',
      '{}',
      '{a,b}',
      'null',
      '\ud800',
      '\0',
      wire.secret,
    ];
    for (const name of collectionNames) {
      const answer = await pull({ epoch: null, collections: {}, check: { [name]: strange } });
      expectAnswered(name, answer);
      expect(JSON.parse(answer.text).check[name]).toEqual(JSON.parse(JSON.stringify(strange)).map((id: string) => [id, null]));
    }
    for (const ids of ['x', {}, [1], [null], [''], ['x'.repeat(201)], [['x']]]) {
      expectRefused(JSON.stringify(ids).slice(0, 20), await pull({ epoch: null, collections: {}, check: { posts: ids } }));
    }
  });
});

test('collections that do not exist', async ({ wire, pull, push }) => {
  await wire.withoutEffect(async () => {
    for (const name of ['users', 'sessions', 'Posts', '', ' posts', '__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const object = (value: unknown) => Object.defineProperty({}, name, { value, enumerable: true });
      for (const body of [
        { epoch: null, collections: object({ checkpoint: {}, limit: 10 }) },
        { epoch: null, collections: {}, check: object([wire.secret]) },
      ]) {
        const answer = await pull(body);
        expectAnswered(name, answer);
        if (answer.status === 200) expect(JSON.parse(answer.text)).toMatchObject({ collections: {}, check: {} });
      }
      const answer = await push([{ collection: name, assumed: [], document: { id: wire.secret, write_id: uuid() } }]);
      expect(JSON.parse(answer.text).answers).toEqual([{ id: wire.secret, code: 'INVALID', document: null }]);
    }
    for (const epoch of [7, {}, [], true, undefined]) expectRefused(`epoch ${epoch}`, await pull({ epoch, collections: {} }));
    expectAnswered('an epoch', await pull({ epoch: 'x'.repeat(100_000), collections: {} }));
  });
});

test('changes that are invalid, or too many', async ({ wire, push, insert }) => {
  await wire.withoutEffect(async () => {
    expectRefused('one too many', await push(Array.from({ length: MAX_CHANGES + 1 }, () => insert('x'))));
    expectRefused('a thousand', await push(Array.from({ length: 1000 }, () => ({ collection: 'posts', document: { id: 'x' } }))));
    for (const changes of [
      null,
      {},
      'x',
      7,
      [null],
      [7],
      ['x'],
      [[]],
      [{}],
      [{ document: null }],
      [{ collection: 'posts', document: [] }],
    ]) {
      expectRefused(JSON.stringify(changes), await push(changes));
    }
    for (const id of [null, 7, {}, [], '', 'x'.repeat(201), true]) {
      expectRefused(`id ${id}`, await push([{ collection: 'posts', assumed: [], document: { id, write_id: uuid() } }]));
    }
    const junk = Array.from({ length: MAX_CHANGES }, (_, i) => ({
      collection: collectionNames[i % 12],
      assumed: [],
      document: { id: uuid(), write_id: uuid(), n: i },
    }));
    const answers = JSON.parse((await push(junk)).text).answers as { code: string | null }[];
    expect(answers).toHaveLength(MAX_CHANGES);
    expect(answers.filter((answer) => answer.code === null)).toEqual([]);
  });
});

test('a full push is carried out, even if it repeats one id many times', async ({ server, wire, push, insert }) => {
  const once = insert('again and again');
  const changes = [
    ...Array.from({ length: MAX_CHANGES / 2 }, (_, i) => insert(`post ${i}`)),
    ...Array.from({ length: MAX_CHANGES / 2 }, () => once),
  ];
  const answer = await push(changes);
  expectAnswered('full', answer);
  const answers = JSON.parse(answer.text).answers as { code: string | null }[];
  expect(answers.map((one) => one.code)).toEqual(changes.map(() => null));
  const [count] = await server.sql<
    { many: number }[]
  >`select count(*)::int as many from posts where author_id = ${wire.mal.id} and visibility_type = 'private'`;
  expect(count?.many).toBeGreaterThanOrEqual(MAX_CHANGES / 2 + 1);
});

test('an invalid version is asked to update', async ({ wire }) => {
  await wire.withoutEffect(async () => {
    for (const version of ['', '0', '-1', '1.0', '1.', 'one', '1, 1', '01x', '9999999', '1e1', '0x1', 'NaN', 'null', ' ']) {
      for (const path of ['pull', 'push', 'stream']) {
        const answer = await wire.send(`/api/sync/${path}`, { body: '{}', headers: { [PROTOCOL_HEADER]: version } });
        expect([version, path, answer.status]).toEqual([version, path, 426]);
      }
    }
  });
});
