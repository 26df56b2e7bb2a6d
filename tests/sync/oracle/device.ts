/** What a history does with a device, whichever kind it is. */
import type { Collection } from './holdings.ts';
import type { Network } from './network.ts';
import type { Intent, Row } from './replica.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Beside the right time, in pairs: behind and ahead. */
const wrongClocks = [0, MINUTE_MS, 10 * MINUTE_MS, 180 * MINUTE_MS, 2 * DAY_MS, 4 * DAY_MS].flatMap((ms) => [-ms, ms]);
/** What a clock is set to, in milliseconds beside the right time. */
export const wrongClock = (pick: number): number => wrongClocks[pick % wrongClocks.length] ?? 0;

export interface Device {
  readonly kind: 'replica' | 'worker';
  readonly network: Network;
  /** what it replicates */
  readonly collections: readonly Collection[];
  /** whether it is told what changes, and need not ask */
  readonly streaming: boolean;
  /** What it shows, its own unsent writes included. */
  look(): Promise<(collection: Collection) => readonly Row[]>;
  /** What the server has told it. */
  held(collection: Collection): Promise<readonly Row[]>;
  write(intent: Intent): Promise<void>;
  /** True once all that was written is sent. */
  send(patiently: boolean, atOnce?: number): Promise<boolean>;
  /** True once all there is has been fetched. */
  pull(patiently: boolean, limit?: number, pages?: number): Promise<boolean>;
  comeBack(): void;
  /** Sets its clock, to so many milliseconds beside the right time. */
  setClock(wrongBy: number): void;
  /** How many notifications it holds and does not list, since it takes them for too old. */
  hidden(): Promise<number>;
  openStream(): void;
  closeStream(): void;
  /** Settles when nothing of what it has heard is left to be taken in. */
  quiet(): Promise<void>;
  /** It was killed and starts again with what it had stored. False where it had nothing to lose. */
  crash(): Promise<boolean>;
  /** The refused writes that it shows to its member, with the reason of each; null where it shows none. */
  refusals(): Promise<readonly (readonly [string, string])[] | null>;
  close(): Promise<void>;
}
