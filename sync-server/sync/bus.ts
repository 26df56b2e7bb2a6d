/**
 * Wake-up after commit: which scopes moved and whose set of scopes may have changed. It carries no content and grants nothing;
 * a message that is lost costs latency only, since every stream looks at the heads again at a slow beat.
 */
export interface Moved {
  readonly scopes: readonly number[];
  readonly members: readonly string[];
}

export interface Bus {
  publish(moved: Moved): void;
  /** Returns how to stop listening. */
  subscribe(listener: (moved: Moved) => void): () => void;
  close(): void;
}

/** The bus of a single process. What is published within one turn of the event loop arrives as one message. */
export function createLocalBus(): Bus {
  const listeners = new Set<(moved: Moved) => void>();
  const scopes = new Set<number>();
  const members = new Set<string>();
  let waiting: NodeJS.Immediate | undefined;

  const deliver = () => {
    waiting = undefined;
    const moved = { scopes: [...scopes], members: [...members] };
    scopes.clear();
    members.clear();
    for (const listener of listeners) listener(moved);
  };

  return {
    publish(moved) {
      if (moved.scopes.length === 0 && moved.members.length === 0) return;
      for (const scope of moved.scopes) scopes.add(scope);
      for (const member of moved.members) members.add(member);
      waiting ??= setImmediate(deliver);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      if (waiting) clearImmediate(waiting);
      listeners.clear();
    },
  };
}
