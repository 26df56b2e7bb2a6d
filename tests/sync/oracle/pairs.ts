/**
 * Which acts have met which states of a device and which faults, by pairs: a fault that never strikes while somebody reacts says nothing
 * about reactions. A fault is that of the act where it strikes while the act is carried out, for whatever device.
 */
import type { Device } from './device.ts';

/** The states that follow from what happened to a device since the last barrier, by the happening. */
const statesAfter: Readonly<Record<string, string>> = {
  'lose the last checkpoint': 'started again',
  'set the clock': 'with another clock',
  'set the clock and start again': 'with another clock',
  'go back to the copy': 'put back to a copy',
  'begin anew': 'new',
  'cut the power': 'after a power cut',
  sleep: 'after a sleep',
};
const statesOfNetworks = ['offline', 'streaming', 'online without a stream', 'with unsent rows'];

/** What a kind of histories can draw. */
export interface Drawn {
  readonly acts: readonly string[];
  readonly happenings: readonly string[];
  readonly faults: readonly string[];
}

const product = (some: readonly string[], others: readonly string[]) => some.flatMap((one) => others.map((other) => `${one} × ${other}`));

export class Pairs {
  readonly #met = new Set<string>();
  readonly #since = new Map<Device, Set<string>>();
  #now: readonly string[] = [];

  /** This has happened to a device. */
  happened(device: Device, does: string): void {
    const state = statesAfter[does];
    if (state) this.#since.set(device, new Set(this.#since.get(device)).add(state));
  }

  /** All devices are as they should be. */
  barrier(): void {
    this.#since.clear();
  }

  /** An act is carried out on this device until `over`. */
  begin(act: string, device: Device): void {
    const { up, openStreams, hasUnsent } = device.network;
    const online = openStreams > 0 ? 'streaming' : 'online without a stream';
    const states = [up ? online : 'offline', ...(hasUnsent ? ['with unsent rows'] : []), ...(this.#since.get(device) ?? [])];
    for (const pair of product([act], states)) this.#met.add(pair);
    this.#now = [act, ...states];
  }

  over(): void {
    this.#now = [];
  }

  /** This fault has struck. */
  struck(fault: string): void {
    for (const pair of product(this.#now, [fault])) this.#met.add(pair);
  }

  add(other: Pairs): void {
    for (const pair of other.#met) this.#met.add(pair);
  }

  /** How many of the pairs that this kind can draw were met; and, if asked, those that never were. */
  print({ acts, happenings, faults }: Drawn, isWhole: boolean): string {
    const drawn = new Set(happenings);
    const after = Object.entries(statesAfter).flatMap(([does, state]) => (drawn.has(does) ? [state] : []));
    const states = [...statesOfNetworks, ...new Set(after)];
    const all = { 'act × state': product(acts, states), 'act × fault': product(acts, faults), 'state × fault': product(states, faults) };
    const sums = Object.entries(all).map(
      ([name, pairs]) => `${name} ${pairs.filter((pair) => this.#met.has(pair)).length} of ${pairs.length}`,
    );
    const never = Object.values(all).flatMap((pairs) => pairs.filter((pair) => !this.#met.has(pair)));
    return [`pairs: ${sums.join(', ')}`, ...(isWhole ? never.map((pair) => `  never: ${pair}`) : [])].join('\n');
  }
}
