import { type BroadcastMethod, enforceOptions } from 'broadcast-channel';
import type { DeviceRealm } from './session/device-realm.ts';

interface State {
  readonly channel: BroadcastChannel;
  onMessage: ((message: unknown) => void) | null;
}

/** what channels are made of next, where it is not the realm's own */
let handedIn: DeviceRealm['BroadcastChannel'] | undefined;

/** RxDB's channels that `make` makes, at once, are of this kind. */
export function withChannels<T>(Channel: DeviceRealm['BroadcastChannel'] | undefined, make: () => T): T {
  handedIn = Channel;
  try {
    return make();
  } finally {
    handedIn = undefined;
  }
}

/** The browser's channel between tabs and workers, without a clock: every message counts as new, which it is. */
const clockless: BroadcastMethod<State> = {
  type: 'native',
  microSeconds: () => 0,
  create(name) {
    // biome-ignore lint/plugin: RxDB makes its channels itself, for all databases of a process
    const state: State = { channel: handedIn ? new handedIn(name) : new BroadcastChannel(name), onMessage: null };
    state.channel.onmessage = ({ data }) => state.onMessage?.(data);
    return state;
  },
  close: ({ channel }) => channel.close(),
  onMessage(state, callback) {
    state.onMessage = callback;
  },
  async postMessage({ channel }, message) {
    channel.postMessage(message);
  },
  canBeUsed: () => handedIn !== undefined || (typeof self !== 'undefined' && typeof BroadcastChannel === 'function'),
  averageResponseTime: () => 150,
};

/**
 * Lets the realms that share a database receive each other's messages whatever happens to the device's clock. RxDB's own channel stamps
 * each message with the sender's time and drops those older than the listener. After the clock was set back, a page showed nothing new
 * until it was reloaded.
 */
export function hearWithoutClock(): void {
  enforceOptions({ methods: [clockless as BroadcastMethod] });
}
