/** The listeners to one kind of event within this realm. */
export interface Topic<Told extends readonly unknown[] = []> {
  /** Calls back on each announcement, until the returned function is called. */
  subscribe(listener: (...told: Told) => void): () => void;
  announce(...told: Told): void;
  /** Removes all listeners. */
  close(): void;
}

export function createTopic<Told extends readonly unknown[] = []>(): Topic<Told> {
  const listeners = new Set<(...told: Told) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    announce(...told) {
      // A set is iterated live: a listener that is removed during the announcement is no longer called, one that is added is called.
      for (const listener of listeners) listener(...told);
    },
    close: () => listeners.clear(),
  };
}
