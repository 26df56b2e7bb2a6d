/**
 * A whole circle in one process and one world: the server over its own Postgres database, connections in memory, and devices. The same seed
 * gives the same run, down to each byte that crosses a connection.
 *
 * Members are made and leave by acts on the database, and nobody signs in: a password is hashed by threads that no seed decides about. With
 * one server nobody else announces anything, so what Postgres would notify of is left to the slow beats.
 */
import type { ServerResponse } from 'node:http';
import { IDBFactory } from 'fake-indexeddb';
import { pino } from 'pino';
import { createApp } from '../../../sync-server/app.ts';
import { readConfig } from '../../../sync-server/base/config.ts';
import { createHttpServer } from '../../../sync-server/http/http-server.ts';
import type { TestDatabase } from '../../support/postgres.ts';
import type { Coverage } from '../oracle/coverage.ts';
import type { History } from '../oracle/history.ts';
import { limits } from '../oracle/limits.ts';
import { lineTo } from '../oracle/line.ts';
import { type MakeMember, memberMaker } from '../oracle/member-maker.ts';
import { playHistory } from '../oracle/play-history.ts';
import { shortenPauses, watchThreads } from './at-rest.ts';
import { databaseOf, deaf, templateAt } from './database.ts';
import { openPipe } from './pipe.ts';
import { createWorld, type World } from './world.ts';

/** When each world begins. */
const BEGIN = Date.UTC(2024, 4, 6, 7, 8, 9);
const URL = 'http://127.0.0.1:80';
/** Most of what crosses the network takes some milliseconds, and little of it most of this time. */
const SLOWEST_MS = 400;
const RARELY = 4;
/** One piece in some hundreds is so late that the one who waits for it has given up. */
const LATE_FROM = 0.997;
const LATE_MS = 20_000;

/** The database that each simulated circle begins with. */
export const templateOfCircles = (): Promise<TestDatabase> => templateAt(BEGIN);

/** Acts that go to the database directly begin and end while nothing else is under way. */
function oneAtATime(world: World, acts: MakeMember): MakeMember {
  const alone =
    (act: (...args: never[]) => unknown) =>
    async (...args: never[]) => {
      await world.settle();
      const done = await act(...args);
      await world.settle();
      return done;
    };
  return Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, alone(act)])) as MakeMember;
}

const noOtherServer = () => Promise.reject(new TypeError('a simulated server reaches no other'));

async function startServer(world: World, { sql, database }: Awaited<ReturnType<typeof databaseOf>>, logged: string[]) {
  const realm = { ...world.realmOf('server'), fetch: noOtherServer };
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const config = readConfig({ RATE_LIMITS: '0', PUBLIC_URL: URL, MAX_DIRECT_FRIENDS: String(limits.friends) });
  const app = await createApp({ config, database, sql, listener: deaf(sql), log, realm });
  const { server } = createHttpServer((request, env) => {
    // Node would send the time of this machine.
    (env as { readonly outgoing: ServerResponse }).outgoing.setHeader('date', new Date(realm.Date.now()).toUTCString());
    return app.app.fetch(request, env);
  }, log);
  return { app, server };
}

export interface Simulation {
  readonly template: TestDatabase;
  readonly seed: number;
  readonly history: History;
  readonly coverage: Coverage;
  /** called with each thing that happens, in order, with the milliseconds since the beginning */
  readonly note?: (line: string) => void;
}

/**
 * Plays a history in a world with this seed.
 *
 * @throws Error with what was wrong
 */
export async function simulate({ template, seed, history, coverage, note = () => undefined }: Simulation): Promise<void> {
  shortenPauses();
  await watchThreads();
  // Photos lie in the IndexedDB of the process.
  globalThis.indexedDB = new IDBFactory();
  const world = createWorld(seed, BEGIN);
  const db = await databaseOf(world, template);
  const logged: string[] = [];

  async function play(): Promise<void> {
    const { app, server } = await startServer(world, db, logged);
    await world.settle();
    const realm = world.realmOf('people');
    const noteNow = (what: string) => note(`${realm.Date.now() - BEGIN} ${what}`);
    const draw = world.draw('latency');
    function latency(): number {
      const drawn = draw();
      if (drawn > LATE_FROM) coverage.count('fault: a piece that is late');
      return 1 + Math.floor(drawn > LATE_FROM ? LATE_MS * draw() : drawn ** RARELY * SLOWEST_MS);
    }
    function connect() {
      const [client, end] = openPipe(realm, latency);
      server.emit('connection', end);
      return client;
    }
    const noMail = () => Promise.reject(new Error('nobody signs up in a simulated circle'));
    const people = oneAtATime(world, memberMaker({ ...app, database: db.database, url: URL, mailTo: noMail }, realm));
    const line = lineTo(() => URL, { connect, note: noteNow });
    try {
      await playHistory({ realm, line, people, coverage, limits, drawCut: world.draw('power cuts'), note: noteNow }, history);
    } finally {
      await app.close();
      server.closeAllConnections();
    }
  }
  try {
    await world.run(play());
  } catch (error) {
    if (error instanceof Error) error.message += `\n${logged.slice(-5).join('\n')}`;
    throw error;
  } finally {
    await db.close();
  }
}
