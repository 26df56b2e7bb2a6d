/** Where a history is played: its realm, the way to its server, and its people. */
import type { Access } from './access.ts';
import type { Limits } from './act.ts';
import type { Calling } from './calls/calling.ts';
import type { Coverage } from './coverage.ts';
import type { Device } from './device.ts';
import type { HistoryRealm } from './history-realm.ts';
import type { Line } from './line.ts';
import type { MakeMember } from './member-maker.ts';
import type { NetworkOptions, WayToEnd } from './network.ts';
import type { NewMember } from './oracle.ts';

export interface Stage {
  readonly realm: HistoryRealm;
  readonly line: Line;
  readonly strike?: NetworkOptions['strike'];
  /** Ends the server in this way, and resolves once another answers. */
  readonly restart?: (way: WayToEnd) => Promise<void>;
  /** Keeps the present state of the database, as a backup does. */
  readonly keepDatabase?: () => Promise<void>;
  /** Puts the database back into the state that was kept. Resolves once a server answers. */
  readonly putDatabaseBack?: () => Promise<void>;
  /** Lets hours pass. */
  readonly leap?: (hours: number) => Promise<void>;
  readonly people: MakeMember;
  readonly coverage: Coverage;
  readonly limits: Limits;
  /** for histories with calls */
  readonly calling?: Calling;
  /** Says what a power cut keeps of what a device has not on its disk, from 0 for nothing up to 1. */
  readonly drawCut?: () => number;
  /** Says whether a device is left alone while a history waits for it, from 0.5 on. */
  readonly drawWake?: () => number;
  /** Says whether a tab is killed in its write, below a bound of the device. */
  readonly drawKill?: () => number;
  /** called with what happens */
  readonly note?: (what: string) => void;
}

/** A member, and their devices. */
export interface Player {
  readonly member: NewMember;
  readonly access: Access;
  readonly devices: Device[];
  copy: { readonly device: Device; readonly back: () => void } | null;
}
