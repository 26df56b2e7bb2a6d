/**
 * The IndexedDB of a device whose power can be cut, around `fake-indexeddb`. Each database keeps its committed transactions in order. A
 * transaction with strict durability flushes itself and all that were committed before it. All others are on the disk only once such a
 * transaction has flushed them. So are upgrades and deletions of a database, for which the specification knows no durability but "default".
 *
 * After a cut the databases are made anew from the first transactions of each: at least those that were flushed. Transactions under way are
 * lost. The IndexedDB before the cut falls silent: its user is dead, and none of its requests is answered any more.
 *
 * This hooks into the public methods of `fake-indexeddb`, for the whole process. Other databases of the process work as before.
 */
import { IDBCursor, IDBDatabase, IDBFactory, IDBObjectStore, IDBRequest, IDBTransaction } from 'fake-indexeddb';
import { answered, completed } from '../../workers/device/indexed-db.ts';
import type { LocalDatabase } from '../../workers/device/open-local-database.ts';

export interface PowerCuts {
  /** what the device has now; another one after each cut */
  readonly indexedDB: IDBFactory;
  /** The same databases, for one tab. `kill` ends the transactions of the tab, and what it asked for is not answered any more. */
  openTab(): { readonly indexedDB: IDBFactory; kill(): void };
  /** Cuts the power. `draw` says, for each database, how much of what was not flushed is kept: 0 for nothing, almost 1 for everything. */
  cut(draw: () => number): Promise<void>;
  readonly counts: {
    /** how often the power was cut */
    readonly cuts: number;
    /** how many of these cuts lost a committed transaction */
    readonly struck: number;
    /** the committed transactions that were lost */
    readonly lost: number;
  };
}

/** Does a write, or a change of the schema, once more. */
type Redo = (transaction: IDBTransaction) => unknown;
interface Commit {
  /** the version after an upgrade; 0 for a deletion of the database */
  readonly version?: number;
  readonly redos: readonly Redo[];
}
interface Log {
  readonly commits: Commit[];
  /** how many of them are on the disk */
  flushed: number;
}

/** what a transaction does; a write that failed and did not end the transaction is not done */
const stepsOf = new WeakMap<IDBTransaction, { readonly redo: Redo; isDone: boolean }[]>();
/** to which factory a connection belongs, or a request that knows no transaction */
const owners = new WeakMap<object, PoweredFactory>();
const upgrades = new WeakMap<IDBDatabase, IDBTransaction>();
const onSuccess = new WeakMap<object, (event: Event) => unknown>();

/** The IndexedDB of a device, up to a power cut. */
class PoweredFactory extends IDBFactory {
  hasPower = true;
  logs = new Map<string, Log>();
  readonly transactions = new Set<IDBTransaction>();
  readonly #tabs = new Set<PoweredFactory>();
  readonly #onCommit: () => void;

  constructor(onCommit: () => void) {
    super();
    this.#onCommit = onCommit;
  }

  /** A factory of the same databases. It falls with this one, or before it. */
  tab(): PoweredFactory {
    const tab = new PoweredFactory(this.#onCommit);
    const { _databases, _connectionQueues } = this as unknown as Record<string, unknown>;
    Object.assign(tab, { logs: this.logs, _databases, _connectionQueues });
    this.#tabs.add(tab);
    return tab;
  }

  override open(name: string, version?: number): IDBOpenDBRequest {
    const request = super.open(name, version);
    owners.set(request, this);
    onSuccess.set(request, () => {
      owners.set(request.result, this);
      if (!request.transaction) return;
      upgrades.set(request.result, request.transaction);
      this.transactions.add(request.transaction);
    });
    return request;
  }

  override deleteDatabase(name: string): IDBOpenDBRequest {
    const request = super.deleteDatabase(name);
    owners.set(request, this);
    onSuccess.set(request, (event) => {
      if ((event as IDBVersionChangeEvent).oldVersion > 0) this.#logOf(name).commits.push({ version: 0, redos: [] });
    });
    return request;
  }

  override databases(): Promise<IDBDatabaseInfo[]> {
    return this.hasPower ? super.databases() : new Promise(() => {});
  }

  committed({ db: { name, version }, mode, durability }: IDBTransaction, redos: readonly Redo[]): void {
    const log = this.#logOf(name);
    if (mode === 'versionchange') log.commits.push({ version, redos });
    else if (redos.length > 0) log.commits.push({ redos });
    if (durability === 'strict') log.flushed = log.commits.length;
    if (redos.length > 0) this.#onCommit();
  }

  /** Ends what is under way. A connection could not be closed before. */
  fall(): void {
    for (const tab of this.#tabs) tab.fall();
    this.hasPower = false;
    for (const transaction of this.transactions) {
      try {
        transaction.abort();
      } catch {
        // It is at its end.
      }
    }
  }

  /** Makes a database from these transactions. They are on the disk. */
  async restore(name: string, commits: readonly Commit[]): Promise<void> {
    const live = commits.slice(commits.findLastIndex(({ version }) => version === 0) + 1);
    this.logs.set(name, { commits: live, flushed: live.length });
    const versions = live.flatMap(({ version }, at) => (version === undefined ? [] : [at]));
    for (const [n, at] of versions.entries()) {
      const request = super.open(name, live[at]?.version);
      request.onupgradeneeded = () => {
        for (const redo of live[at]?.redos ?? []) redo(request.transaction as IDBTransaction);
      };
      const database = await answered(request);
      const redos = live.slice(at + 1, versions[n + 1]).flatMap((commit) => commit.redos);
      if (redos.length > 0) {
        const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
        for (const redo of redos) redo(transaction);
        await completed(transaction);
      }
      database.close();
    }
  }

  #logOf(name: string): Log {
    const log = this.logs.get(name) ?? { commits: [], flushed: 0 };
    this.logs.set(name, log);
    return log;
  }
}

const storeOf = ({ source }: IDBCursor): IDBObjectStore => (source instanceof IDBObjectStore ? source : source.objectStore);

function transactionOf(target: IDBDatabase | IDBObjectStore | IDBCursor): IDBTransaction | undefined {
  if (target instanceof IDBDatabase) return upgrades.get(target);
  return (target instanceof IDBCursor ? storeOf(target) : target).transaction;
}

/** Records the calls of a method. `redoOf` is called after the method, so it is not called if that throws. */
function record<T extends IDBDatabase | IDBObjectStore | IDBCursor, G extends unknown[]>(
  { prototype }: { readonly prototype: T },
  method: keyof T & string,
  redoOf: (target: T, given: G) => Redo,
): void {
  const original = prototype[method] as (...given: G) => unknown;
  function recorded(this: T, ...given: G): unknown {
    const result = original.apply(this, given);
    const transaction = transactionOf(this);
    const owner = transaction && owners.get(transaction.db);
    if (!owner) return result;
    const step = { redo: redoOf(this, given), isDone: !(result instanceof IDBRequest) };
    if (result instanceof IDBRequest) {
      // The request of a cursor's update knows no transaction.
      owners.set(result, owner);
      onSuccess.set(result, () => Object.assign(step, { isDone: true }));
    }
    const steps = stepsOf.get(transaction) ?? [];
    stepsOf.set(transaction, steps);
    steps.push(step);
    return result;
  }
  Object.assign(prototype, { [method]: recorded });
}

record(IDBDatabase, 'createObjectStore', (_, given: [string, IDBObjectStoreParameters?]) => {
  if (given[1]?.autoIncrement) throw new Error('A power cut would not know the generated keys of a store');
  return ({ db }) => db.createObjectStore(...given);
});
record(IDBDatabase, 'deleteObjectStore', (_, [name]: [string]) => {
  return ({ db }) => db.deleteObjectStore(name);
});
for (const method of ['put', 'add', 'delete', 'clear', 'createIndex', 'deleteIndex'] as const) {
  record(IDBObjectStore, method, ({ name }, given) => {
    // The caller may change a value afterwards.
    const kept = method === 'put' || method === 'add' ? structuredClone(given) : given;
    return (transaction) => (transaction.objectStore(name)[method] as (...again: unknown[]) => unknown)(...kept);
  });
}
record(IDBCursor, 'update', (cursor, [value]) => {
  const [{ name, keyPath }, kept] = [storeOf(cursor), structuredClone(value)];
  const key = keyPath === null ? cursor.primaryKey : undefined;
  return (transaction) => transaction.objectStore(name).put(kept, key);
});
record(IDBCursor, 'delete', (cursor) => {
  const [{ name }, key] = [storeOf(cursor), cursor.primaryKey];
  return (transaction) => transaction.objectStore(name).delete(key);
});

const { transaction: begin } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (...given) {
  const transaction = begin.apply(this, given);
  const owner = owners.get(this);
  if (owner?.hasPower === false) neverBegin(transaction);
  owner?.transactions.add(transaction);
  return transaction;
};

interface Raw {
  readonly transactions: IDBTransaction[];
  processTransactions(): void;
}
const rawOf = (database: IDBDatabase) => (database as unknown as { readonly _rawDatabase: Raw })._rawDatabase;

/** What the dead ask for is not done, and others do not wait for it. */
function neverBegin(transaction: IDBTransaction): void {
  const { transactions } = rawOf(transaction.db);
  transactions.splice(transactions.indexOf(transaction), 1);
}

/** The class whose method sends all events to requests, transactions and connections. */
const targets = Object.getPrototypeOf(IDBRequest.prototype) as EventTarget;
const { dispatchEvent } = targets;
targets.dispatchEvent = function (this: EventTarget, event) {
  const transaction = this instanceof IDBRequest ? this.transaction : this;
  const owner = owners.get(this) ?? (transaction instanceof IDBTransaction ? owners.get(transaction.db) : undefined);
  if (!owner) return dispatchEvent.call(this, event);
  if ((event.type === 'complete' || event.type === 'abort') && this instanceof IDBTransaction) owner.transactions.delete(this);
  if (!owner.hasPower) {
    // The next transaction, perhaps of another tab, waits for the end of this one.
    if ((event.type === 'complete' || event.type === 'abort') && this instanceof IDBTransaction) rawOf(this.db).processTransactions();
    return true;
  }
  if (event.type === 'success' || event.type === 'upgradeneeded') onSuccess.get(this)?.(event);
  if (event.type === 'complete') {
    const steps = stepsOf.get(this as IDBTransaction) ?? [];
    owner.committed(
      this as IDBTransaction,
      steps.flatMap(({ redo, isDone }) => (isDone ? [redo] : [])),
    );
  }
  return owner.hasPower ? dispatchEvent.call(this, event) : true;
};

/**
 * A device that begins with no database. `onCommit` is called when a transaction has written something and its user does not know yet. If
 * the power is cut there, the user never will.
 */
export function createPowerCuts(onCommit: () => void = () => {}): PowerCuts {
  let now = new PoweredFactory(onCommit);
  const counts = { cuts: 0, struck: 0, lost: 0 };
  return {
    get indexedDB() {
      return now;
    },
    counts,
    openTab() {
      const tab = now.tab();
      return { indexedDB: tab, kill: () => tab.fall() };
    },
    async cut(draw) {
      now.fall();
      const next = new PoweredFactory(onCommit);
      let lost = 0;
      const restored = [...now.logs].map(([name, { commits, flushed }]) => {
        const kept = flushed + Math.floor(draw() * (commits.length - flushed + 1));
        lost += commits.length - kept;
        return next.restore(name, commits.slice(0, kept));
      });
      counts.cuts += 1;
      if (lost > 0) counts.struck += 1;
      counts.lost += lost;
      await Promise.all(restored);
      now = next;
    },
  };
}

/**
 * Closes what RxDB has of a device whose power was cut. RxDB would first wait for writes that are never answered, and it refuses a second
 * database of the same name and too many collections.
 */
export function abandon(database: Pick<LocalDatabase, 'requestIdlePromise' | 'close'>): Promise<boolean> {
  database.requestIdlePromise = async () => undefined;
  return database.close();
}
