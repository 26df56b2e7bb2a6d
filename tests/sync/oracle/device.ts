/** What a history does with a device, whichever kind it is. */
import type { Collection } from './holdings.ts';
import type { Network } from './network.ts';
import type { Intent, Row } from './replica.ts';

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
