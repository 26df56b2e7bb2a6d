import { type BroadcastMethod, enforceOptions } from 'broadcast-channel';

interface State {
  readonly channel: BroadcastChannel;
  onMessage: ((message: unknown) => void) | null;
}

/** The browser's channel between tabs and workers, without a clock: every message counts as new, which it is. */
const clockless: BroadcastMethod<State> = {
  type: 'native',
  microSeconds: () => 0,
  create(name) {
    // biome-ignore lint/plugin: RxDB makes its channels itself, for all databases of a process
    const state: State = { channel: new BroadcastChannel(name), onMessage: null };
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
  canBeUsed: () => typeof self !== 'undefined' && typeof BroadcastChannel === 'function',
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
