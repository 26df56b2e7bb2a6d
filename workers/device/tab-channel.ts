import { type BroadcastMethod, enforceOptions } from 'broadcast-channel';

interface State {
  readonly channel: BroadcastChannel;
  onMessage: ((message: unknown) => void) | null;
}

/** The platform's channel between tabs and workers, and no clock: every message counts as new, as indeed it is. */
const clockless: BroadcastMethod<State> = {
  type: 'native',
  microSeconds: () => 0,
  create(name) {
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
 * Lets the realms that share a database hear each other whatever is done to the clock of the device. RxDB's own channel stamps each message
 * with the sender's time and drops those older than the listener: once the clock was set back, a page showed nothing new until it was reloaded.
 */
export function hearWithoutClock(): void {
  enforceOptions({ methods: [clockless as BroadcastMethod] });
}
