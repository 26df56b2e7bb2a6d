/**
 * Whether anything is under way in this process that goes on by itself: statements sent to Postgres, work of the thread pool, and what
 * waits for the next turn of the event loop, as the transactions of the simulated stores do.
 */
import type { Sql } from 'postgres';
import { imageLibrary } from '../../../sync-server/features/images/convert-image.ts';

let underWay = 0;
let onNone: (() => void) | null = null;

function begun(): void {
  underWay += 1;
}

function ended(): void {
  underWay -= 1;
  if (underWay === 0) onNone?.();
}

/** Counts `work` as under way until it settles. */
export function counted<T>(work: Promise<T>): Promise<T> {
  begun();
  // Not `then` of the object itself: a statement of the driver is sent when that is called.
  Promise.prototype.then.call(work, ended, ended);
  return work;
}

interface Statement extends Promise<unknown> {
  readonly executed: boolean;
  handle(): Promise<void>;
}
const watched = new WeakSet<object>();

/** Counts the statements of this driver, and of all drivers of its kind. */
export function watchStatements(sql: Sql): void {
  const kind = Object.getPrototypeOf(sql`select 1`) as Statement;
  if (watched.has(kind)) return;
  watched.add(kind);
  const { handle } = kind;
  kind.handle = function (this: Statement) {
    if (!this.executed) void counted(this);
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
      return counted(real.apply(this, args));
    });
  }
}

/** Counts what threads of this process do for a server: signatures, and pictures that are decoded and encoded. */
export async function watchThreads(): Promise<void> {
  watchMethods(Object.getPrototypeOf(crypto.subtle), ['sign', 'verify', 'digest', 'importKey', 'exportKey']);
  watchMethods(((await imageLibrary()) as unknown as { readonly prototype: object }).prototype, ['metadata', 'toBuffer']);
}

/**
 * Lets a pause of no time end in the next turn of the event loop. Otherwise it takes a millisecond, and what happens before its end depends
 * on the machine. RxDB makes such pauses.
 */
export function shortenPauses(): void {
  if (watched.has(globalThis)) return;
  watched.add(globalThis);
  const { setTimeout: pause, clearTimeout: clear } = globalThis;
  const Turn = setImmediate(() => undefined).constructor as unknown as abstract new () => NodeJS.Immediate;
  const next = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    ms > 0 ? pause(work, ms, ...args) : setImmediate(work, ...args);
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

/** Resolves once only timers can make something happen. @throws Error where that never comes */
export async function atRest(): Promise<void> {
  for (let quiet = 0, turns = 0; quiet < QUIET_TURNS; turns += 1) {
    if (turns > MOST_TURNS) throw new Error('something goes on by itself and never comes to rest');
    if (underWay > 0) {
      await new Promise<void>((resolve) => {
        onNone = resolve;
      });
      onNone = null;
    }
    await turn();
    quiet = underWay > 0 || nextTurnIsAwaited() ? 0 : quiet + 1;
  }
}
