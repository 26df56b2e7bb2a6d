import { type ConnectionKind, type SyncStatus, unknownStatus } from '../../device/sync-status.ts';

/**
 * All that is known of the connection, and how each event changes it. It is a pure, total table: a new event does not compile before its
 * transition is defined. No other file keeps a flag about the connection.
 */
export interface SyncState {
  /** whether a request was answered since the connection was last doubted */
  readonly answered: boolean;
  /** failed attempts in a row; 0 once a request was answered */
  readonly failures: number;
  /** failures of the local store in a row */
  readonly storeFailures: number;
  /** whether everything that the server has reported is stored here, as far as the loop knows */
  readonly caughtUp: boolean;
  readonly streamOpen: boolean;
  /** failed streams while requests were answered: since when, and their count */
  readonly denied: { readonly since: number; readonly attempts: number } | null;
  /** something in between blocks streams (it buffers or forbids them), although the network works */
  readonly streamDenied: boolean;
  readonly blocked: 'expired' | 'update-required' | null;
  /** the epoch of the server's database; null when the connection broke, since it may be another database then */
  readonly serverEpoch: string | null;
  readonly serverFull: boolean;
  /** the writes that the server has put off one by one */
  readonly putOff: readonly string[];
  /** whether the server takes no writes of this member for a while */
  readonly writesPaused: boolean;
  readonly storageFull: boolean;
  readonly pending: number;
  /** the pending writes that only say that something was read */
  readonly marks: readonly string[];
}

export const initialState: SyncState = {
  answered: false,
  failures: 0,
  storeFailures: 0,
  caughtUp: false,
  streamOpen: false,
  denied: null,
  streamDenied: false,
  blocked: null,
  serverEpoch: null,
  serverFull: false,
  putOff: [],
  writesPaused: false,
  storageFull: false,
  pending: 0,
  marks: [],
};

/** The events and their data. Times are those of `performance.now()`. */
export interface SyncEvents {
  /** a request was answered, or put off by a server that is reachable */
  answered: { readonly at: number };
  /** the server put a write off because its disk is full, or accepted one */
  serverDisk: { readonly full: boolean };
  /** other writes are put off than before */
  putOff: { readonly writes: readonly string[] };
  /** the server said that this member has written too much for now, or it accepted a write again */
  writesPaused: { readonly are: boolean };
  /** a request failed */
  failed: { readonly why: 'lost' | 'rejected' | 'expired' | 'update-required' };
  storeFailed: Record<never, never>;
  /** the known state of the connection may be old */
  doubted: Record<never, never>;
  epoch: { readonly epoch: string };
  streamOpened: { readonly epoch: string };
  streamLost: Record<never, never>;
  streamRefused: { readonly at: number };
  /** something may be missing */
  behind: Record<never, never>;
  /** the loop found nothing to do */
  idle: { readonly caughtUp: boolean };
  pending: { readonly count: number; readonly marks: readonly string[] };
  disk: { readonly full: boolean };
}
export type SyncEvent = { [E in keyof SyncEvents]: { readonly type: E } & SyncEvents[E] }[keyof SyncEvents];

/** After this many refused streams over this time, something in between blocks them. */
const DENIED_ATTEMPTS = 3;
const DENIED_AFTER_MS = 10_000;

const transitions: { readonly [E in keyof SyncEvents]: (state: SyncState, event: SyncEvents[E]) => SyncState } = {
  answered: (state, { at }) => {
    const denied = state.denied !== null && state.denied.attempts >= DENIED_ATTEMPTS && at - state.denied.since >= DENIED_AFTER_MS;
    const streamDenied = state.streamDenied || denied;
    return { ...state, answered: true, failures: 0, storeFailures: 0, blocked: null, caughtUp: false, streamDenied };
  },
  serverDisk: (state, { full }) => ({ ...state, serverFull: full }),
  putOff: (state, { writes }) => ({ ...state, putOff: writes }),
  writesPaused: (state, { are }) => ({ ...state, writesPaused: are }),
  failed: (state, { why }) => ({
    ...state,
    failures: state.failures + 1,
    serverEpoch: null,
    denied: null,
    streamDenied: false,
    // An unanswered request says nothing about the version: without a network this version is still too old.
    blocked: why === 'expired' || why === 'update-required' ? why : state.blocked === 'update-required' ? state.blocked : null,
  }),
  storeFailed: (state) => ({ ...state, failures: state.failures + 1, storeFailures: state.storeFailures + 1 }),
  doubted: (state) => ({ ...state, answered: false }),
  epoch: (state, { epoch }) => ({ ...state, serverEpoch: epoch }),
  // A new stream does not bring what was missed before it.
  streamOpened: (state, { epoch }) => ({
    ...state,
    streamOpen: true,
    serverEpoch: epoch,
    caughtUp: false,
    denied: null,
    streamDenied: false,
  }),
  streamLost: (state) => ({ ...state, streamOpen: false, serverEpoch: null }),
  streamRefused: (state, { at }) => ({
    ...state,
    denied: { since: state.denied?.since ?? at, attempts: (state.denied?.attempts ?? 0) + 1 },
  }),
  behind: (state) => ({ ...state, caughtUp: false }),
  idle: (state, { caughtUp }) => ({ ...state, caughtUp }),
  pending: (state, { count, marks }) => ({ ...state, pending: count, marks }),
  disk: (state, { full }) => ({ ...state, storageFull: full }),
};

export function nextState(state: SyncState, event: SyncEvent): SyncState {
  const transition = transitions[event.type] as (state: SyncState, event: SyncEvent) => SyncState;
  return transition(state, event);
}

function kindOf(state: SyncState): ConnectionKind {
  if (state.failures > 0) return 'offline';
  if (!state.answered) return 'connecting';
  if (!state.caughtUp || state.pending > state.putOff.length) return 'syncing';
  return state.streamOpen ? 'live' : 'connecting';
}

/** How many pending writes somebody waits for: neither marks nor put off one by one. */
const unsentOf = ({ pending, marks, putOff, writesPaused }: SyncState): number =>
  pending - new Set([...marks, ...(writesPaused ? [] : putOff)]).size;

/** The status for the pages. */
export const statusOf = (state: SyncState): SyncStatus => ({
  ...unknownStatus,
  kind: kindOf(state),
  pending: state.pending,
  unsent: unsentOf(state),
  failures: state.failures,
  updateRequired: state.blocked === 'update-required',
  expired: state.blocked === 'expired',
  storageFull: state.storageFull,
  serverFull: state.serverFull && state.pending > 0,
  later: state.writesPaused && state.pending > 0 ? 'all' : state.putOff,
  takesWrites: state.serverEpoch !== null && !state.writesPaused && !state.serverFull,
  streamDenied: state.streamDenied,
});
