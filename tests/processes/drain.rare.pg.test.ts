import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test as base, expect } from 'vitest';
import { insert } from '../../src/data/store/local-write.ts';
import { PASSWORD } from '../support/circle.ts';
import { openDevice } from '../support/device.ts';
import { clientOf } from '../support/people.ts';
import { newPost } from '../support/rows.ts';
import type { TestServer } from '../support/server.ts';
import { setUp } from '../support/set-up-time.ts';
import { until } from '../support/until.ts';
import { type Device, postDocument, pushPost, startThree, streamOn } from './three-servers.ts';

const BUSY_MACHINE_MS = 30_000;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('three', { scope: 'file' }, async ({}, { onCleanup }) => {
    const three = await setUp('server', () => startThree());
    onCleanup(() => three.close());
    return three;
  })
  /** The devices of Ana, who writes, and of Ben, her friend. */
  .extend('devices', async ({ three }) => {
    const { ana, ben } = await three.pair();
    return { anas: await three.device(ana), bens: await three.device(ben) };
  })
  /** Waits until every row is announced. What a server left when it stopped is announced by another, or by the same one when it is back. */
  .extend(
    'allIsTold',
    ({ three }) =>
      () =>
        until(async () => (await three.database.sql`select from unnotified`).length === 0, BUSY_MACHINE_MS),
  );

/** What a writer met: answers other than 200, and connections that broke or could not be made. Also how often it sent. */
interface WriterOutcome {
  readonly refused: Map<number, number>;
  lost: number;
  sent: number;
}

/** Sends each post to one server after the other until one acknowledges it, as a device behind a load balancer would. */
async function write(
  by: Device,
  pick: () => TestServer,
  acknowledged: string[],
  outcome: WriterOutcome,
  going: () => boolean,
): Promise<void> {
  while (going()) {
    const document = postDocument(by, 'under load');
    for (let done = false; !done; ) {
      outcome.sent += 1;
      try {
        const { status, answer } = await pushPost(pick(), by, document);
        done = status === 200 && answer?.code === null;
        if (!done) outcome.refused.set(status, (outcome.refused.get(status) ?? 0) + 1);
      } catch {
        outcome.lost += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    acknowledged.push(document.id);
  }
}

test('servers that stop one after the other under load lose no write, do none twice, and take no reader by surprise', async ({
  three,
  devices: { anas, bens },
  allIsTold: allAnnounced,
}) => {
  const acknowledged: string[] = [];
  const outcome: WriterOutcome = { refused: new Map(), lost: 0, sent: 0 };
  let turn = 0;
  let going = true;
  const pick = () => three.servers[(turn++ * 7 + (turn >> 3)) % 3] as TestServer;
  const writers = Array.from({ length: 6 }, () => write(anas, pick, acknowledged, outcome, () => going));
  const more = async (count: number) => {
    const enough = acknowledged.length + count;
    await until(() => acknowledged.length >= enough, BUSY_MACHINE_MS);
  };

  for (const server of three.servers) {
    await more(30);
    const stream = await streamOn(server, bens);
    await until(() => stream.frames().length > 0, BUSY_MACHINE_MS);
    expect(await server.terminate()).toBe(0);
    await until(() => stream.ended(), BUSY_MACHINE_MS);
    expect(stream.events.at(-1)?.name).toBe('reconnect');
    // The other servers go on.
    await more(30);
    await server.restart();
  }
  await more(30);
  going = false;
  await Promise.all(writers);

  // Requests under way were answered. Refused ones were asked to come again.
  expect([...outcome.refused.keys()].filter((status) => status !== 503)).toEqual([]);
  await allAnnounced();
  const rows = await three.database.sql<{ id: string; notices: number; entries: number }[]>`
    select p.id, (select count(*) from notifications n where n.related_post_id = p.id) as notices,
      (select count(*) from changes c where c.collection = 'posts' and c.doc_id = p.id::text) as entries
    from posts p where p.author_id = ${anas.member}`;
  expect(rows.map((row) => row.id).sort()).toEqual([...acknowledged].sort());
  expect(rows.filter((row) => row.notices !== 1 || row.entries !== 1)).toEqual([]);
  const output = three.servers.map((server) => server.output()).join('\n');
  expect(output).not.toMatch(/"level":(50|60)/);
});

test('a server that is killed under load loses nothing that it acknowledged either', async ({
  three,
  devices: { anas },
  allIsTold: allAnnounced,
}) => {
  const acknowledged: string[] = [];
  const outcome: WriterOutcome = { refused: new Map(), lost: 0, sent: 0 };
  let turn = 0;
  let going = true;
  const writers = Array.from({ length: 6 }, () =>
    write(
      anas,
      () => three.servers[turn++ % 3] as TestServer,
      acknowledged,
      outcome,
      () => going,
    ),
  );
  for (const server of three.servers) {
    const enough = acknowledged.length + 40;
    await until(() => acknowledged.length >= enough, BUSY_MACHINE_MS);
    await server.kill9();
    await server.restart();
  }
  going = false;
  await Promise.all(writers);
  expect(outcome.lost).toBeGreaterThan(0);
  await allAnnounced();
  const rows = await three.database.sql<{ id: string; notices: number }[]>`
    select id, (select count(*) from notifications n where n.related_post_id = p.id) as notices
    from posts p where id = any(${acknowledged}::uuid[])`;
  expect(rows).toHaveLength(acknowledged.length);
  expect(rows.filter((row) => row.notices !== 1)).toEqual([]);
});

/** A load balancer in front of several servers: each connection goes to the first that accepts it. */
async function balancer(servers: readonly TestServer[]) {
  const open = new Set<Socket>();
  const proxy = createServer((incoming) => {
    open.add(incoming);
    incoming.on('close', () => open.delete(incoming)).on('error', () => undefined);
    const attempt = ([server, ...others]: readonly TestServer[]): void => {
      if (!server) return void incoming.destroy();
      const outgoing = connect(server.port, '127.0.0.1');
      let taken = false;
      outgoing.once('connect', () => {
        taken = true;
        incoming.pipe(outgoing).pipe(incoming);
        incoming.on('close', () => outgoing.destroy());
        outgoing.on('close', () => incoming.destroy());
      });
      outgoing.on('error', () => {
        if (taken) incoming.destroy();
        else attempt(others);
      });
    };
    attempt(servers);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      for (const socket of open) socket.destroy();
      proxy.close();
    },
  };
}

test('a device whose server stops goes on with another, at once and with all that it wrote without a server', async ({
  three,
  onTestFinished,
}) => {
  const [first, second] = three.servers;
  const carl = await three.circle.signUp('Carl');
  const client = await clientOf(second, { ...carl, password: PASSWORD });
  const front = await balancer([first, second]);
  onTestFinished(() => front.close());
  const device = await openDevice(front.url, { ...carl, client }, { collections: ['posts'] });
  onTestFinished(() => device.stop());
  const streams = () => device.requests.filter(({ path }) => path.endsWith('/stream')).length;
  const post = (content: string) => newPost(carl, content);
  await device.live();
  const before = streams();
  const stopped = first.terminate();
  onTestFinished(() => first.restart());
  const written = [post('one'), post('two'), post('three')];
  for (const row of written) await insert(device.store, 'posts', row);
  expect(await stopped).toBe(0);
  await device.until(() => streams() > before);
  await device.live();
  const rows = await three.database.sql<{ content: string }[]>`select content from posts where author_id = ${carl.id} order by id`;
  expect(rows.map((row) => row.content)).toEqual(['one', 'two', 'three']);
  // The stream is open at the other server, and delivers what is written elsewhere.
  const elsewhere = await client.post('/api/posts', { content: 'elsewhere', visibility_type: 'friends' });
  expect(elsewhere.status).toBe(201);
  await device.until(async () => (await device.rows('posts')).some(({ content }) => content === 'elsewhere'));
});
