/** Who wants to hear of one thing, in this realm. */
export interface Topic<Told extends readonly unknown[] = []> {
  /** Calls back with each announcement, until the returned function is called. */
  subscribe(listener: (...told: Told) => void): () => void;
  announce(...told: Told): void;
  /** Forgets all listeners. */
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
      // A set is walked as it stands: who leaves because of it is not told any more, who joins because of it is.
      for (const listener of listeners) listener(...told);
    },
    close: () => listeners.clear(),
  };
}
