/**
 * A whole circle in one process and one world: the server over its own Postgres database, connections in memory, and devices. The same seed
 * gives the same run, down to each byte that crosses a connection.
 *
 * Members are made and leave by acts on the database, and nobody signs in: a password is hashed by threads that no seed decides about. With
 * one server nobody else announces anything, so what Postgres would notify of is left to the slow beats.
 */
import { IDBFactory } from 'fake-indexeddb';
import type { TestDatabase } from '../../support/postgres.ts';
import type { Coverage } from '../oracle/coverage.ts';
import type { History } from '../oracle/history.ts';
import { limits } from '../oracle/limits.ts';
import { lineTo } from '../oracle/line.ts';
import { type MakeMember, memberMaker } from '../oracle/member-maker.ts';
import { playHistory } from '../oracle/play-history.ts';
import { shortenPauses, watchThreads } from './at-rest.ts';
import { databaseOf, templateAt } from './database.ts';
import { createServer, type SimulatedServer, URL } from './server.ts';
import { createWorld, type World, type WorldRealm } from './world.ts';

/** When each world begins. */
const BEGIN = Date.UTC(2024, 4, 6, 7, 8, 9);
/** Most of what crosses the network takes some milliseconds, and little of it most of this time. */
const SLOWEST_MS = 400;
const RARELY = 4;
/** One piece in some hundreds is so late that the one who waits for it has given up. */
const LATE_FROM = 0.997;
const LATE_MS = 20_000;

/** The database that each simulated circle begins with. */
export const templateOfCircles = (): Promise<TestDatabase> => templateAt(BEGIN);

const noMail = () => Promise.reject(new Error('nobody signs up in a simulated circle'));

/** Acts that go to the database directly begin and end while nothing else is under way. */
async function peopleOf(world: World, server: SimulatedServer, realm: WorldRealm): Promise<MakeMember> {
  type Process = Parameters<Parameters<SimulatedServer['ask']>[0]>[0];
  const actsOn = ({ app, database }: Process) => memberMaker({ ...app, database, url: URL, mailTo: noMail }, realm);
  const alone =
    (name: keyof MakeMember) =>
    async (...args: never[]) => {
      await world.settle();
      const done = await server.ask((process) => (actsOn(process)[name] as (...args: never[]) => Promise<unknown>)(...args));
      await world.settle();
      return done;
    };
  const names = Object.keys(await server.ask(async (process) => actsOn(process))) as (keyof MakeMember)[];
  return Object.fromEntries(names.map((name) => [name, alone(name)])) as unknown as MakeMember;
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

  const realm = world.realmOf('people');
  const noteNow = (what: string) => note(`${realm.Date.now() - BEGIN} ${what}`);
  const draw = world.draw('latency');
  function latency(): number {
    const drawn = draw();
    if (drawn > LATE_FROM) coverage.count('fault: a piece that is late');
    return 1 + Math.floor(drawn > LATE_FROM ? LATE_MS * draw() : drawn ** RARELY * SLOWEST_MS);
  }
  const server = createServer({ world, db, latency, logged });

  async function play(): Promise<void> {
    await server.start();
    await world.settle();
    const { connect, strike, restart, keepDatabase, putDatabaseBack } = server;
    const line = lineTo(() => URL, { connect, note: noteNow });
    const people = await peopleOf(world, server, realm);
    try {
      await playHistory(
        {
          ...{ realm, line, people, strike, restart, keepDatabase, putDatabaseBack, coverage, limits },
          ...{ leap: world.leap, note: noteNow },
          ...{ drawCut: world.draw('power cuts'), drawWake: world.draw('wakes'), drawKill: world.draw('killed tabs') },
        },
        history,
      );
    } finally {
      await server.close();
    }
  }
  try {
    await world.run(play());
  } catch (error) {
    if (error instanceof Error) error.message += `\n${logged.slice(-5).join('\n')}`;
    throw error;
  } finally {
    await server.disconnect();
    await db.close();
  }
}
