/** Broadcast channels of one world. A message arrives later, everywhere but where it was sent. */
type Listener = (event: { readonly data: unknown }) => void;

export function createChannels(later: (work: () => void) => void) {
  const open = new Map<string, Set<Channel>>();
  class Channel {
    readonly name: string;
    onmessage: Listener | null = null;
    readonly #listeners = new Set<Listener>();

    constructor(name: string) {
      this.name = name;
      const all = open.get(name) ?? new Set();
      open.set(name, all.add(this));
    }

    postMessage(message: unknown): void {
      const data = structuredClone(message);
      for (const other of open.get(this.name) ?? []) if (other !== this) later(() => other.#take(data));
    }

    #take(data: unknown): void {
      if (!open.get(this.name)?.has(this)) return;
      this.onmessage?.({ data });
      for (const listener of this.#listeners) listener({ data });
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
