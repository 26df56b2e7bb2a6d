/**
 * Whether anything is under way in this process that goes on by itself: statements sent to Postgres, work of the thread pool, and what
 * waits for the next turn of the event loop, as the transactions of the simulated stores do. What Postgres and the threads answer is handed
 * on when nothing else goes on, in the order in which it was asked for, so it does not matter which of two is done first.
 */
import type { Sql } from 'postgres';
import { imageLibrary } from '../../../sync-server/features/images/convert-image.ts';

/** What is asked of something outside of this process's event loop: Postgres, and the thread pool. */
interface Asked {
  /** hands its outcome on, once it is there */
  handOn: (() => void) | null;
}

/** in the order in which it was asked for */
const asked = new Set<Asked>();
let isHeld = false;
let onOutcome = (): unknown => undefined;

/** Begins to count something as under way. The returned function takes what hands its outcome on. */
function ask(): (handOn: () => void) => void {
  const one: Asked = { handOn: null };
  asked.add(one);
  return (handOn) => {
    one.handOn = handOn;
    if (isHeld) onOutcome();
    else handOnIfThere(one);
  };
}

function handOnIfThere(one: Asked): void {
  if (!one.handOn || !asked.delete(one)) return;
  one.handOn();
}

interface Statement {
  readonly executed: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  handle(): Promise<void>;
}
const watched = new WeakSet<object>();

function holdStatement(statement: Statement): void {
  const answer = ask();
  const { resolve, reject } = statement;
  statement.resolve = (value) => answer(() => resolve(value));
  statement.reject = (error) => answer(() => reject(error));
}

/** Counts the statements of this driver, and of all drivers of its kind. */
export function watchStatements(sql: Sql): void {
  const kind = Object.getPrototypeOf(sql`select 1`) as Statement;
  if (watched.has(kind)) return;
  watched.add(kind);
  const { handle } = kind;
  kind.handle = function (this: Statement) {
    if (!this.executed) holdStatement(this);
    return handle.call(this);
  };
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** Counts what these methods of all objects of this kind return. */
function watchMethods(kind: object, names: readonly string[]): void {
  if (watched.has(kind)) return;
  watched.add(kind);
  for (const name of names) {
    const real = Reflect.get(kind, name) as Method;
    Reflect.set(kind, name, function (this: unknown, ...args: unknown[]) {
      const answer = ask();
      const work = real.apply(this, args);
      return new Promise((resolve, reject) => {
        work.then(
          (value) => answer(() => resolve(value)),
          (error) => answer(() => reject(error)),
        );
      });
    });
  }
}

/** Counts what threads of this process do for a server: signatures, and pictures that are decoded and encoded. */
export async function watchThreads(): Promise<void> {
  watchMethods(Object.getPrototypeOf(crypto.subtle), ['sign', 'verify', 'digest', 'importKey', 'exportKey']);
  watchMethods(((await imageLibrary()) as unknown as { readonly prototype: object }).prototype, ['metadata', 'toBuffer']);
}

/** RxDB waits so long before it repeats a query during which something was written. */
const PAUSE_OF_RXDB_MS = 20;

/**
 * Lets a pause of no time, and one of RxDB, end in the next turn of the event loop. What happens before its end would depend on the machine.
 */
export function shortenPauses(): void {
  if (watched.has(globalThis)) return;
  watched.add(globalThis);
  const { setTimeout: pause, clearTimeout: clear } = globalThis;
  const Turn = setImmediate(() => undefined).constructor as unknown as abstract new () => NodeJS.Immediate;
  const next = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    ms > 0 && ms !== PAUSE_OF_RXDB_MS ? pause(work, ms, ...args) : setImmediate(work, ...args);
  globalThis.setTimeout = Object.assign(next, pause) as unknown as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    // Each of the two breaks what it is not made for.
    if (timer instanceof Turn) clearImmediate(timer as NodeJS.Immediate);
    else clear(timer);
  };
}

/** Turns of the event loop without anything under way, after which nothing goes on by itself. */
const QUIET_TURNS = 2;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const nextTurnIsAwaited = () => process.getActiveResourcesInfo().includes('Immediate');

/** Nothing that comes to an end takes so many. */
const MOST_TURNS = 100_000;

/** Waits for the outcome of what was asked for first, and hands it on. */
async function handOnFirst([first]: Iterable<Asked>): Promise<void> {
  if (!first) return;
  if (!first.handOn)
    await new Promise<void>((resolve) => {
      onOutcome = () => first.handOn && resolve();
    });
  handOnIfThere(first);
}

/** Resolves once only timers can make something happen. @throws Error where that never comes */
export async function atRest(): Promise<void> {
  for (let quiet = 0, turns = 0; quiet < QUIET_TURNS; turns += 1) {
    if (turns > MOST_TURNS) throw new Error('something goes on by itself and never comes to rest');
    await turn();
    quiet = nextTurnIsAwaited() ? 0 : quiet + 1;
    if (quiet < QUIET_TURNS || asked.size === 0) continue;
    await handOnFirst(asked);
    quiet = 0;
  }
}

/** Outcomes are held while this runs. */
export async function inOrder<T>(run: () => Promise<T>): Promise<T> {
  isHeld = true;
  try {
    return await run();
  } finally {
    isHeld = false;
    for (const one of asked) handOnIfThere(one);
  }
}
