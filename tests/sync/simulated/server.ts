/**
 * The server of a simulated circle: one process after the other over the same database. A process dies, or is closed in order, and after a
 * while another begins, with a realm of its own. A device that asks in between finds no server.
 */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pino } from 'pino';
import { pause } from '../../../schemas/base/pause.ts';
import { createApp } from '../../../sync-server/app.ts';
import { readConfig } from '../../../sync-server/base/config.ts';
import { createHttpServer } from '../../../sync-server/http/http-server.ts';
import { limits } from '../oracle/limits.ts';
import type { Disaster, NetworkOptions, WayToEnd } from '../oracle/network.ts';
import { type databaseOf, deaf } from './database.ts';
import { mortal } from './mortal.ts';
import { type End, openPipe } from './pipe.ts';
import type { World } from './world.ts';
import { COMMITTED, connectionClosed, createWriteFaults, type WriteFault } from './write-faults.ts';

export const URL = 'http://127.0.0.1:80';
/** A server is back within this time. */
const LONGEST_OUTAGE_MS = 3_000;
/** Most writes have few statements. */
const MOST_STATEMENTS = 4;
const LOOK_EVERY_MS = 100;

const noOtherServer = () => Promise.reject(new TypeError('a simulated server reaches no other'));

interface Given {
  readonly world: World;
  readonly db: Awaited<ReturnType<typeof databaseOf>>;
  /** how many milliseconds the next piece on a connection is under way */
  readonly latency: () => number;
  readonly logged: string[];
}

/** One process. `die` is called for it where one of its faults kills it. */
async function startProcess({ world, db, logged }: Given, name: string, die: () => void) {
  const life = mortal(world.realmOf(name));
  const { sql, ...connected } = db.connect(life.isAlive);
  const faults = createWriteFaults(connected);
  const { database } = faults;
  let diesBeforeAnswer: (() => void) | null = null;
  const realm = { ...life.realm, fetch: noOtherServer };
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const config = readConfig({ RATE_LIMITS: '0', PUBLIC_URL: URL, MAX_DIRECT_FRIENDS: String(limits.friends) });
  const app = await createApp({ config, database, sql, listener: deaf(sql), log, realm });
  const { server } = createHttpServer(async (request, env) => {
    // Node would send the time of this machine.
    (env as { readonly outgoing: ServerResponse }).outgoing.setHeader('date', new Date(realm.Date.now()).toUTCString());
    const answer = await app.app.fetch(request, env);
    if (new globalThis.URL(request.url).pathname.endsWith('/push')) diesBeforeAnswer?.();
    return answer;
  }, log);
  const ends = new Set<End>();

  /** The next write of this process, or the next answer to a push, meets this. */
  function arm(disaster: Disaster, statement: number, onStruck: () => void): void {
    const meet = (fault: Omit<WriteFault, 'struck'>, then: () => Promise<never> | undefined = () => undefined) =>
      faults.meet({
        ...fault,
        struck() {
          onStruck();
          return then();
        },
      });
    const dead = () => {
      die();
      return new Promise<never>(() => undefined);
    };
    if (disaster === 'the server dies at a statement') meet({ statement, code: '57014' }, dead);
    if (disaster === 'the server dies after a commit') meet({ statement: COMMITTED, code: '' }, dead);
    if (disaster === 'a deadlock') meet({ statement, code: '40P01' });
    if (disaster === 'a serialization failure') meet({ statement, code: '40001' });
    if (disaster === 'a connection to Postgres is lost') meet({ statement, code: 'XX000', losesConnection: true });
    if (disaster === 'a commit is not heard') meet({ statement: COMMITTED, code: '' }, () => Promise.reject(connectionClosed()));
    if (disaster === 'the server dies before the answer')
      diesBeforeAnswer = () => {
        onStruck();
        die();
      };
  }

  return {
    app,
    database,
    life,
    arm,
    disarm() {
      faults.forget();
      diesBeforeAnswer = null;
    },
    connection(end: End): void {
      ends.add(end);
      end.once('close', () => ends.delete(end));
      server.emit('connection', end);
    },
    async close(): Promise<void> {
      await app.close();
      server.closeAllConnections();
    },
    /** Nothing of it goes on, and its connections break off. */
    end(): void {
      life.die();
      for (const end of ends) end.destroy();
    },
    disconnect: connected.close,
  };
}

export type SimulatedServer = ReturnType<typeof createServer>;

/** A server that does not run yet. */
export function createServer(given: Given) {
  const { world } = given;
  const realm = world.realmOf('network');
  const draw = world.draw('faults of the server');
  const ended: Promise<void>[] = [];
  let starts = 0;
  /** the process that answers, if there is one */
  let up: Awaited<ReturnType<typeof startProcess>> | null = null;
  let isBack = Promise.resolve();

  async function start(): Promise<void> {
    starts += 1;
    up = await startProcess(given, starts === 1 ? 'server' : `server ${starts}`, () => fall());
  }
  /** `between` happens after it and before the next process begins. */
  function fall(between: () => Promise<void> = async () => undefined): void {
    const dead = up;
    if (!dead) return;
    up = null;
    dead.end();
    isBack = pause(1 + Math.floor(draw() * LONGEST_OUTAGE_MS), realm).then(async () => {
      // By now nothing of it is under way.
      ended.push(dead.disconnect());
      await between();
      return start();
    });
    isBack.catch(() => undefined);
  }
  async function fallFor(between: () => Promise<void>): Promise<void> {
    const process = await running();
    await world.settle();
    if (up !== process) return fallFor(between);
    fall(between);
    await running();
  }
  /** A process that answers now. */
  async function running() {
    for (;;) {
      await isBack;
      if (up) return up;
    }
  }

  /** What `ask` gives on a process that lives until then. */
  async function askServer<T>(ask: (process: Awaited<ReturnType<typeof running>>) => Promise<T>): Promise<T> {
    for (;;) {
      const process = await running();
      const given = await Promise.race([ask(process).then((answer) => ({ answer })), process.life.died]);
      if (given) return given.answer;
    }
  }
  const owesNotices = () => askServer(({ database }) => database.read(async (tx) => (await tx`select from unnotified limit 1`).length > 0));

  return {
    start,
    ask: askServer,
    connect(): Duplex {
      const [client, end] = openPipe(realm, given.latency);
      if (up) up.connection(end);
      else end.destroy();
      return client;
    },
    /** Ends the process in this way. Resolves once another answers. @throws Error where a closed process leaves something behind */
    async restart(way: WayToEnd): Promise<void> {
      const process = await running();
      await world.settle();
      if (way === 'close the server') {
        await Promise.race([process.close(), process.life.died]);
        const left = process.life.waiting();
        if (left > 0) throw new Error(`a closed server leaves ${left} timers behind`);
      }
      if (up === process) fall();
      await running();
    },
    /** Ends the process, and keeps the present state of the database. Resolves once another answers. */
    async keepDatabase(): Promise<void> {
      // A notification that is made later has another id the next time.
      while (await owesNotices()) await pause(LOOK_EVERY_MS, realm);
      await fallFor(given.db.keep);
    },
    /** Ends the process, and puts the database back into the state that was kept. Resolves once another answers. */
    putDatabaseBack: () => fallFor(given.db.putBack),
    strike: (async (disaster) => {
      const process = await running();
      let hasStruck = false;
      process.arm(disaster, 1 + Math.floor(draw() * MOST_STATEMENTS), () => {
        hasStruck = true;
        process.disarm();
      });
      return async () => {
        process.disarm();
        await running();
        return hasStruck;
      };
    }) satisfies NetworkOptions['strike'],
    async close(): Promise<void> {
      await isBack.catch(() => undefined);
      await up?.close();
    },
    /** Call this after `close`. */
    async disconnect(): Promise<void> {
      await up?.disconnect();
      await Promise.all(ended);
    },
  };
}
