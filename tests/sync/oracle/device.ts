/** What a history can do with a device, whichever kind it is. */
import type { PushChange } from '../../../schemas/protocol/sync.ts';
import type { Collection } from './holdings.ts';
import type { Network } from './network.ts';
import type { Intent, Row } from './replica.ts';
import type { TabFault } from './tabs.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Offsets from the right time, in pairs: behind and ahead. */
const wrongClocks = [0, MINUTE_MS, 10 * MINUTE_MS, 180 * MINUTE_MS, 2 * DAY_MS, 4 * DAY_MS].flatMap((ms) => [-ms, ms]);
/** The offset that a clock is set to, in milliseconds from the right time. */
export const wrongClock = (pick: number): number => wrongClocks[pick % wrongClocks.length] ?? 0;

/** The power is cut within this many transactions. */
export const MOST_COMMITS = 12;
/** A disk is full for at most this long, most of them for less than the half. */
export const FULL_FOR_MS = 60_000;

/** A tab hangs for at most this long. */
export const HANGS_FOR_MS = 30_000;

export interface Device {
  readonly kind: 'replica' | 'worker';
  readonly network: Network;
  /** the collections that it replicates */
  readonly collections: readonly Collection[];
  /** whether it learns about changes by a stream and does not need to pull */
  readonly streaming: boolean;
  /** The rows that it shows, including its pending writes. */
  shownRows(): Promise<(collection: Collection) => readonly Row[]>;
  /** The rows that it has received from the server. */
  serverRows(collection: Collection): Promise<readonly Row[]>;
  write(intent: Intent): Promise<void>;
  /** Resolves to true once all writes are sent. */
  send(patiently: boolean, atOnce?: number): Promise<boolean>;
  /** Resolves to true once everything has been fetched. */
  pull(patiently: boolean, limit?: number, pages?: number): Promise<boolean>;
  comeBack(): void;
  /** Sets its clock, as an offset from the right time in milliseconds. */
  setClock(wrongBy: number): void;
  /** The photos whose bytes it has stored, by id; null where it stores none. */
  storedPhotos(): Promise<ReadonlySet<string> | null>;
  /** How many stored notifications it does not list, because it considers them too old. */
  hiddenNotifications(): Promise<number>;
  openStream(): void;
  closeStream(): void;
  /** Settles when everything received so far has been applied. */
  quiet(): Promise<void>;
  /** Kills the device and starts it again with what it had stored. Resolves to false where it had nothing to lose. */
  crash(): Promise<boolean>;
  /** Cuts its power after so many more transactions that write, or now. What was not flushed is lost. */
  cutPower?(commits: number): Promise<void>;
  /** Refuses what pages and the worker write, for so long or until the disk is emptied: each write, or its whole transaction at the end. */
  fillDisk?(fails: 'at once' | 'at the end', ms: number): void;
  emptyDisk?(): void;
  /** Opens a second tab, or does something to the one that leads. Only a device that may have two. `ms`: for how long a tab hangs. */
  befallTab?(what: TabFault, ms: number): Promise<void>;
  /** Lets tabs that hang go on. */
  goOn?(): void;
  /** The collections of which its tabs show other rows. There must be none. */
  differingTabs?(): Promise<readonly string[]>;
  /** The rows that are not pending although the server has answered neither their last kept write nor a later one. There must be none. */
  lostWrites(): Promise<readonly string[]>;
  /** The writes that wait for what another device has yet to give back to a restored server. */
  waitingWrites?(): Promise<readonly PushChange[]>;
  /** The refused writes that it shows to its member, each with its code; null where it shows none. */
  refusals(): Promise<readonly (readonly [string, string])[] | null>;
  close(): Promise<void>;
}
