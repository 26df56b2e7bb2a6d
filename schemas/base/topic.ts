/** The listeners to one kind of event within this realm. */
export interface Topic<Args extends readonly unknown[] = []> {
  /** Calls back on each announcement, until the returned function is called. */
  subscribe(listener: (...args: Args) => void): () => void;
  announce(...args: Args): void;
  /** Removes all listeners. */
  close(): void;
}

export function createTopic<Args extends readonly unknown[] = []>(): Topic<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    announce(...args) {
      // A set is iterated live: a listener that is removed during the announcement is no longer called, one that is added is called.
      for (const listener of listeners) listener(...args);
    },
    close: () => listeners.clear(),
  };
}
