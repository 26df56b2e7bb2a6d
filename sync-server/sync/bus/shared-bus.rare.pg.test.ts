import { pino } from 'pino';
import { describe, expect } from 'vitest';
import { test as dbTest } from '../../../tests/support/fixtures/db.ts';
import { natsProgram, startNats } from '../../../tests/support/nats.ts';
import { until } from '../../../tests/support/until.ts';
import { openPool } from '../../db/pool/connect.ts';
import type { Announcement } from './bus.ts';
import { natsWire } from './nats-wire.ts';
import { postgresWire } from './postgres-wire.ts';
import { createSharedBus, type PresenceTiming, type Wire } from './shared-bus.ts';

const silent = pino({ level: 'silent' });
function openProcess(wire: Wire, presence?: PresenceTiming) {
  const sent: string[] = [];
  const others = new Set<string>();
  const bus = createSharedBus(
    {
      ...wire,
      listen: (onText, onListening) =>
        wire.listen((text) => {
          onText(text);
          others.add(/"from":"([^"]+)"/.exec(text)?.[1] ?? '');
        }, onListening),
      send: (text) => {
        sent.push(text);
        return wire.send(text);
      },
    },
    silent,
    presence,
  );
  const heard: Announcement[] = [];
  bus.subscribe((moved) => heard.push(moved));
  const own = () => /"from":"([^"]+)"/.exec(sent[0] ?? '')?.[1] ?? '';
  return {
    bus,
    heard,
    sent,
    moves: () => sent.filter((text) => text.includes('"moved"')),
    scopes: () => new Set(heard.flatMap((moved) => moved.scopes.map(({ id }) => id))),
    /** whether it has received messages from this number of others */
    knows: (count: number) => sent.length > 0 && [...others].filter((other) => other !== own()).length >= count,
  };
}
type Process = ReturnType<typeof openProcess>;
const met = (...all: Process[]) => until(() => all.every((each) => each.knows(all.length - 1)));

const test = dbTest
  /** Closes what a test opened, the last first. */
  .extend('closeAfter', async ({ db: _ }, { onCleanup }) => {
    const closes: (() => unknown)[] = [];
    onCleanup(async () => {
      for (const close of closes.reverse()) await close();
    });
    return (close: () => unknown) => void closes.push(close);
  })
  /** a wire over Postgres, with a pool of its own */
  .extend('postgres', ({ db, closeAfter }) => (): Wire => {
    const sql = openPool(db.url, silent, 2);
    closeAfter(() => sql.end({ timeout: 2 }));
    return postgresWire(sql);
  })
  /** Starts a NATS server. It is stopped after the test. */
  .extend('nats', ({ closeAfter }) => async (flags: readonly string[] = []) => {
    const server = await startNats(flags);
    closeAfter(server.stop);
    return { ...server, wire: (secret = '') => natsWire(`nats://${secret}127.0.0.1:${server.port}`, 'test', silent) };
  })
  /** Makes wires of the given kind. */
  .extend(
    'wires',
    ({ postgres, nats }) =>
      async (kind: 'Postgres' | 'NATS') =>
        kind === 'Postgres' ? postgres : (await nats()).wire,
  )
  /** Opens a process as far as the bus is concerned: its own wire and bus. */
  .extend('processOn', ({ closeAfter }) => (wire: Wire, presence?: PresenceTiming): Process => {
    const opened = openProcess(wire, presence);
    closeAfter(() => opened.bus.close());
    return opened;
  });

test.skipIf(natsProgram === null)('NATS admits the right password, and a process without it hears nothing', async ({ nats, processOn }) => {
  const { wire: at } = await nats(['--user', 'kith', '--pass', 'p@ss word']);
  const [one, two, stranger] = [processOn(at('kith:p%40ss%20word@')), processOn(at('kith:p%40ss%20word@')), processOn(at(''))];
  await met(one, two);
  one.bus.publish({ scopes: posts(1), members: [] });
  await until(() => two.scopes().has(1));
  expect(stranger.knows(1)).toBe(false);
  expect(stranger.heard).toEqual([]);
});

describe.each([
  ['Postgres', true],
  ['NATS', natsProgram !== null],
] as const)('over %s', (kind, available) => {
  test.skipIf(!available)('all other processes hear what moves in one', async ({ wires, processOn }) => {
    const wire = await wires(kind);
    const [one, two, three] = [processOn(wire()), processOn(wire()), processOn(wire())];
    await met(one, two, three);
    const member = crypto.randomUUID();
    one.bus.publish({ scopes: posts(1, 2), members: [] });
    one.bus.publish({ scopes: posts(2, 3), members: [member], sessions: [member], images: [member] });
    await until(() => two.heard.length > 0 && three.heard.length > 0);
    const heardTogether = { scopes: posts(1, 2, 3), members: [member], sessions: [member], images: [member] };
    for (const { heard } of [two, three]) expect(heard[0]).toMatchObject(heardTogether);
    // A process does not hear its own messages, and what moves together is one message.
    two.bus.publish({ scopes: posts(9), members: [] });
    await until(() => one.scopes().has(9));
    expect(one.heard).toHaveLength(1);
    expect(one.moves()).toHaveLength(1);
  });

  test.skipIf(!available)('a very large move arrives whole', async ({ wires, processOn }) => {
    const wire = await wires(kind);
    const [one, two] = [processOn(wire()), processOn(wire())];
    await met(one, two);
    const scopes = Array.from({ length: 20_000 }, (_, index) => 100_000 + index);
    one.bus.publish({ scopes: posts(...scopes), members: [] });
    await until(() => two.scopes().size === scopes.length);
    expect(one.moves().length).toBeGreaterThan(1);
  });

  test.skipIf(!available)('a process sends no moves while it is alone, or once the others have left', async ({ wires, processOn }) => {
    const wire = await wires(kind);
    const raw = wire();
    const one = processOn(wire(), { signMs: 20, silentMs: 300 });
    await until(() => one.sent.some((text) => text.includes('"here"')));
    one.bus.publish({ scopes: posts(1), members: [] });
    await new Promise((resolve) => setImmediate(resolve));
    expect(one.moves()).toEqual([]);

    // Signs often: the other forgets who is silent, and this machine may be slow.
    const two = processOn(wire(), { signMs: 20, silentMs: 70_000 });
    await met(one, two);
    await until(() => {
      one.bus.publish({ scopes: posts(2), members: [] });
      return two.scopes().has(2);
    });
    await two.bus.close();
    await raw.listen(
      () => undefined,
      () => undefined,
    );
    let scope = 2;
    const sendsNothing = async () => {
      scope += 1;
      const before = one.moves().length;
      one.bus.publish({ scopes: posts(scope), members: [] });
      await new Promise((resolve) => setImmediate(resolve));
      return one.moves().length === before;
    };
    await until(sendsNothing);
    // A killed process sends no `bye`.
    await until(async () => {
      await raw.send(JSON.stringify({ from: 'killed', kind: 'here' }));
      return !(await sendsNothing());
    });
    await until(sendsNothing);
    await raw.close();
  });
});

const posts = (...scopes: number[]) => scopes.map((id) => ({ id, collections: ['posts' as const] }));

test('a listener whose connection is lost listens again', async ({ db, postgres, processOn }) => {
  const [one, two] = [processOn(postgres()), processOn(postgres())];
  await met(one, two);
  const listeners = () => db.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
  // The listeners of the test before may still be closing.
  await until(async () => (await listeners()).length === 2);
  for (const { pid } of await listeners()) await db.sql`select pg_terminate_backend(${pid})`;
  let scope = 10;
  await until(() => {
    scope += 1;
    one.bus.publish({ scopes: posts(scope), members: [] });
    two.bus.publish({ scopes: posts(scope + 1_000), members: [] });
    return [...two.scopes()].some((heard) => heard > 10 && heard < 1_000) && [...one.scopes()].some((heard) => heard > 1_000);
  });
});

test('malformed messages are ignored', async ({ db, postgres, processOn }) => {
  const [one, two] = [processOn(postgres()), processOn(postgres())];
  await met(one, two);
  for (const text of ['', '{', 'null', '{"from":"x","kind":"moved","scopes":["1"]}', '{"from":"x","kind":"moved","members":["ana"]}']) {
    await db.sql`select pg_notify('kith_moved', ${text})`;
  }
  one.bus.publish({ scopes: posts(5), members: [] });
  await until(() => two.scopes().has(5));
  expect(two.heard).toHaveLength(1);
});

test.skipIf(natsProgram === null)('NATS may be down at the start and in between', async ({ nats, processOn }) => {
  const server = await nats();
  await server.stop();
  const [one, two] = [processOn(server.wire()), processOn(server.wire())];
  one.bus.publish({ scopes: posts(1), members: [] });
  await server.start();
  await met(one, two);
  one.bus.publish({ scopes: posts(2), members: [] });
  await until(() => two.scopes().has(2));
  await server.stop();
  await server.start();
  let scope = 2;
  await until(() => {
    scope += 1;
    one.bus.publish({ scopes: posts(scope), members: [] });
    return [...two.scopes()].some((heard) => heard > 2);
  });
});

test('closing the bus closes the wire only after messages that are being sent', async ({ db, postgres }) => {
  const wire = postgres();
  const order: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: Wire = {
    ...wire,
    async send(text) {
      if (!text.includes('"hello"')) return wire.send(text);
      order.push('begun');
      await released;
      await wire.send(text);
      order.push('sent');
    },
    async close() {
      order.push('closed');
      await wire.close();
    },
  };
  const bus = createSharedBus(slow, silent);
  await until(() => order.includes('begun'));
  const closing = bus.close();
  // Much longer than it takes to close where nothing is waited for.
  for (let trip = 0; trip < 100; trip += 1) await db.sql`select 1`;
  release();
  await closing;
  expect(order).toEqual(['begun', 'sent', 'closed']);
});
