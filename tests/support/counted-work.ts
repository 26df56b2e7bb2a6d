/**
 * Counts what a page and its replication worker do, in the app as it is built: from outside, by what browsers and React offer to developer
 * tools. What comes by the clock alone is left out: heartbeats, the time of the last sync, which is stored twice a minute, and the server's
 * time.
 */
import type { BrowserContext, Page, Worker } from 'playwright-core';
import { SERVER_TIME_ID } from '../../workers/device/server-clock.ts';
import { SYNC_PROGRESS_ID } from '../../workers/device/sync-status.ts';

interface Counted {
  /** the transactions of IndexedDB: what they may do, their tables, and of those with local documents which they are */
  readonly transactions: { readonly name: string; document?: unknown }[];
  /** what has woken the worker: a message, an answer of the server, an event of the stream, or a timer that ran for some time */
  readonly wakeUps: string[];
  /** the cards, comments and messages that React has rendered */
  readonly renders: string[];
  /** the rows that were read, by table; keys count too */
  rows: number;
}
declare global {
  var counted: Counted;
}

/** Counts in one realm. Runs in page and worker, before their own code, so it uses nothing from outside. */
function count(): void {
  globalThis.counted = { transactions: [], wakeUps: [], renders: [], rows: 0 };
  const { counted } = globalThis;
  const records = new WeakMap<IDBTransaction, Counted['transactions'][number]>();
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (stores, mode = 'readonly', ...options) {
    const begun = transaction.call(this, stores, mode, ...options);
    const record = { name: `${mode === 'readonly' ? 'read' : 'write'} ${[stores].flat().join('+')}` };
    records.set(begun, record);
    counted.transactions.push(record);
    return begun;
  };
  const sizeOf = (result: unknown): number => (Array.isArray(result) ? result.length : result === undefined || result === null ? 0 : 1);
  type Read = (this: IDBObjectStore | IDBIndex, ...args: unknown[]) => IDBRequest;
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype] as unknown as Record<string, Read>[]) {
    for (const name of ['get', 'getKey', 'getAll', 'getAllKeys', 'openCursor', 'openKeyCursor']) {
      const read = prototype[name] as Read;
      prototype[name] = function (...args) {
        const request = read.apply(this, args);
        const record = request.transaction && records.get(request.transaction);
        if (record) record.document ??= args[0];
        request.addEventListener('success', () => {
          counted.rows += sizeOf(request.result);
        });
        return request;
      };
    }
  }
}

/**
 * Counts what wakes a worker. Timers of no length do not: they go on with the same work. Those of a minute and more never come: the store
 * is tidied then, whatever a member does.
 */
function countWakeUps(): void {
  const { wakeUps } = globalThis.counted;
  globalThis.addEventListener('message', () => wakeUps.push('message of the page'));
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      // Other realms report rows by RxDB's own messages.
      this.addEventListener('message', ({ data }) => wakeUps.push(`message ${data?.type === 'message' ? 'about rows' : data?.type}`));
    }
  };
  const { setTimeout: wait, fetch: ask } = globalThis;
  globalThis.setTimeout = ((work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const run = (...given: unknown[]) => {
      if (ms > 0) wakeUps.push(`timer of ${ms} ms`);
      work(...given);
    };
    return wait(run, ms < 60_000 ? ms : 2 ** 31 - 1, ...args);
  }) as typeof setTimeout;
  globalThis.fetch = async (input, init) => {
    const answer = await ask(input, init);
    wakeUps.push(`answer of ${new URL(answer.url).pathname}`);
    return answer;
  };
  const { read } = ReadableStreamDefaultReader.prototype;
  const decoder = new TextDecoder();
  /** The worker hands the pieces of a stream on in a stream of its own. */
  const seen = new WeakSet<object>();
  ReadableStreamDefaultReader.prototype.read = async function (this: ReadableStreamDefaultReader) {
    const piece = await read.call(this);
    // One event may come in several pieces, and several in one.
    const isNew = piece.value instanceof Uint8Array && !seen.has(piece.value);
    if (isNew) seen.add(piece.value);
    const text = isNew ? decoder.decode(piece.value) : '';
    for (const [, name] of text.matchAll(/^event: (\w+)$/gm)) if (name !== 'heartbeat') wakeUps.push(`event ${name}`);
    return piece;
  } as typeof read;
}

/** React reports each commit to the developer tools, if there are any. Follows what was rendered in it. */
function countRenders(): void {
  const { renders } = globalThis.counted;
  interface Fiber {
    readonly tag: number;
    readonly flags: number;
    readonly memoizedProps: { readonly id?: unknown } | null;
    readonly alternate: Fiber | null;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
  }
  const ELEMENT = 5;
  const PERFORMED_WORK = 1;
  const isComponent = ({ tag }: Fiber): boolean => [0, 11, 14, 15].includes(tag);
  const kindIn = (id: unknown) => (typeof id === 'string' ? (/^(post|comment|message)-/.exec(id)?.[1] ?? null) : null);
  /** What the elements of this component itself are, not those of the components in it. */
  function kindOf(fiber: Fiber | null): string | null {
    for (let one = fiber; one; one = one.sibling) {
      const kind = isComponent(one) ? null : ((one.tag === ELEMENT ? kindIn(one.memoizedProps?.id) : null) ?? kindOf(one.child));
      if (kind !== null) return kind;
    }
    return null;
  }
  function follow(fiber: Fiber, before: Fiber | null): void {
    if (fiber === before) return;
    const rendered = isComponent(fiber) && (before === null || (fiber.flags & PERFORMED_WORK) !== 0);
    const kind = rendered ? kindOf(fiber.child) : null;
    if (kind !== null) renders.push(before === null ? `new ${kind}` : kind);
    if (fiber.child === before?.child) return;
    for (let child = fiber.child; child; child = child.sibling) follow(child, before && child.alternate);
  }
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_: number, { current }: { readonly current: Fiber }) => follow(current, current.alternate),
    },
  });
}

/** From the next page on, counts in all pages of this browser and in their replication workers. */
export async function countWork(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(${count})(); (${countRenders})();`);
  await context.route(/\/assets\/worker-replication-[\w-]{8}\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `(${count})(); (${countWakeUps})();\n${await answer.text()}` });
  });
}

/** A short name of a transaction: `read posts`, `write checkpoint` for a local document, `read 12 tables`. */
function nameOf({ name, document }: Counted['transactions'][number]): string {
  const [does = '', stores = ''] = name.split(' ');
  const tables = stores.split('+');
  if (tables.length > 2) return `${does} ${tables.length} tables`;
  if (stores !== LOCAL_DOCUMENTS) return name;
  const id = String([document].flat()[0]).replace(/^.*\|/, '');
  return `${does} ${id.replace(/^(checkpoint|before|acknowledged)-.*/, '$1')}`;
}
const LOCAL_DOCUMENTS = 'plugin-local-documents-';
const byTheClock = new Set([SYNC_PROGRESS_ID, SERVER_TIME_ID].flatMap((id) => [`read ${id}`, `write ${id}`]));

async function countedIn(realm: Page | Worker) {
  const { transactions, ...others } = await (realm as Page).evaluate(() => globalThis.counted);
  return { ...others, transactions: transactions.map(nameOf).filter((name) => !byTheClock.has(name)) };
}

/** What was done since `startCounting`, in the page and in its worker. */
export async function readCounted(page: Page) {
  const worker = page.workers().find((one) => one.url().includes('worker-replication'));
  const [ofPage, ofWorker] = await Promise.all([countedIn(page), worker ? countedIn(worker) : null]);
  return { page: ofPage, worker: ofWorker };
}

export async function startCounting(page: Page): Promise<void> {
  const begin = () => {
    const { counted } = globalThis;
    for (const list of [counted.transactions, counted.wakeUps, counted.renders]) list.length = 0;
    counted.rows = 0;
  };
  await Promise.all([page.evaluate(begin), ...page.workers().map((worker) => worker.evaluate(begin))]);
}
