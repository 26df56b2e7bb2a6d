type Listener = (event: { readonly data: unknown }) => void;
interface Receiver {
  take(data: unknown): void;
}
/** The channels that are open in one browser, by name. */
export type OpenChannels = Map<string, Set<Receiver>>;

/**
 * Broadcast channels of a browser, as one of its realms has them. A message arrives later, everywhere but where it was sent. `pass` runs what
 * the realm sends and receives, or does not, where the realm is dead.
 */
export function createChannels(
  later: (work: () => void) => void,
  open: OpenChannels = new Map(),
  pass: (work: () => void) => void = (work) => work(),
) {
  class Channel implements Receiver {
    readonly name: string;
    onmessage: Listener | null = null;
    readonly #listeners = new Set<Listener>();

    constructor(name: string) {
      this.name = name;
      const all = open.get(name) ?? new Set<Receiver>();
      open.set(name, all.add(this));
    }

    postMessage(message: unknown): void {
      const data = structuredClone(message);
      pass(() => {
        for (const other of open.get(this.name) ?? []) if (other !== this) later(() => other.take(data));
      });
    }

    take(data: unknown): void {
      pass(() => {
        if (!open.get(this.name)?.has(this)) return;
        this.onmessage?.({ data });
        for (const listener of this.#listeners) listener({ data });
      });
    }

    addEventListener(_type: 'message', listener: Listener): void {
      this.#listeners.add(listener);
    }

    removeEventListener(_type: 'message', listener: Listener): void {
      this.#listeners.delete(listener);
    }

    close(): void {
      open.get(this.name)?.delete(this);
    }
  }
  return Channel;
}
