/** Where a history is played: its realm, the way to its server, and its people. */
import type { Limits } from './act.ts';
import type { Calling } from './calls/calling.ts';
import type { Coverage } from './coverage.ts';
import type { HistoryRealm } from './history-realm.ts';
import type { Line } from './line.ts';
import type { MakeMember } from './member-maker.ts';
import type { NetworkOptions } from './network.ts';

export interface Stage {
  readonly realm: HistoryRealm;
  readonly line: Line;
  readonly strike?: NetworkOptions['strike'];
  readonly people: MakeMember;
  readonly coverage: Coverage;
  readonly limits: Limits;
  /** for histories with calls */
  readonly calling?: Calling;
  /** called with what happens */
  readonly note?: (what: string) => void;
}
