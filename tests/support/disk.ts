/**
 * The disk of a device in Node, which can be full. As in browsers, the whole transaction of a failed write is lost: at once, or only when
 * the transaction commits. Reads and deletions still work.
 */
import { IDBObjectStore, IDBTransaction } from 'fake-indexeddb';

export interface Disk {
  /** when a write on a full disk fails; null while there is disk space */
  full: 'at once' | 'at the end' | null;
  /** limits the fault to rows whose id contains this; empty for all rows */
  onlyIdsWith: string;
  /** called when a write fails */
  onRefused?: () => void;
}

const disks = new Map<string, Disk>();

interface Transaction {
  readonly error: unknown;
  _abort(name: string): void;
  _markFinished(): void;
}
/** transactions that wrote something on a full disk */
const lost = new WeakMap<object, Disk>();

const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
  const { name } = this.transaction.db;
  const [, disk] = [...disks].find(([device]) => name.includes(device)) ?? [];
  const { id = '' } = args[0] as { readonly id?: string };
  if (!disk?.full || !id.includes(disk.onlyIdsWith)) return put.apply(this, args);
  if (disk.full === 'at once') {
    disk.onRefused?.();
    throw new DOMException('no room', 'QuotaExceededError');
  }
  lost.set(this.transaction, disk);
  return put.apply(this, args);
};

const transactions = IDBTransaction.prototype as unknown as Transaction;
const markFinished = transactions._markFinished;
transactions._markFinished = function (this: Transaction) {
  const disk = lost.get(this);
  if (lost.delete(this) && !this.error) {
    disk?.onRefused?.();
    this._abort('QuotaExceededError');
  }
  markFinished.apply(this);
};

/** The disk under all databases whose names contain `device`. */
export function diskOf(device: string): Disk {
  const disk: Disk = { full: null, onlyIdsWith: '' };
  disks.set(device, disk);
  return disk;
}

/** Forgets this disk, whose device is gone. */
export const removeDisk = (device: string): void => void disks.delete(device);
