/**
 * Wake-up after commit: which scopes moved, whose set of scopes may have changed, which sessions ended. It carries no content and
 * grants nothing; a message that is lost costs latency only, since every stream looks at heads and sessions again at a slow beat.
 */
import type { CollectionName } from '../../schemas/protocol/collections.ts';

export interface Moved {
  readonly scopes: readonly MovedScope[];
  readonly members: readonly string[];
  /** sessions that ended: their streams end, too */
  readonly sessions?: readonly string[];
}

export interface MovedScope {
  readonly id: number;
  /** of which collections the log has news in it */
  readonly collections: readonly CollectionName[];
}

export interface Bus {
  /** Tells the other processes. This one knows already, and nothing of it comes back to it. */
  publish(moved: Moved): void;
  /** What other processes tell. Returns how to stop listening. */
  subscribe(listener: (moved: Moved) => void): () => void;
  /** Says nothing more here, after what was published has been given to those elsewhere. */
  close(): Promise<void>;
}

/** Things that moved, collected until somebody takes them; each is named once. */
export class MovedSet {
  private scopes = new Map<number, Set<CollectionName>>();
  private members = new Set<string>();
  private sessions = new Set<string>();

  add({ scopes, members, sessions = [] }: Moved): void {
    for (const { id, collections } of scopes) {
      const known = this.scopes.get(id) ?? new Set();
      for (const collection of collections) known.add(collection);
      this.scopes.set(id, known);
    }
    for (const member of members) this.members.add(member);
    for (const session of sessions) this.sessions.add(session);
  }

  isEmpty(): boolean {
    return this.scopes.size + this.members.size + this.sessions.size === 0;
  }

  take(): Required<Moved> {
    const scopes = [...this.scopes].map(([id, collections]) => ({ id, collections: [...collections] }));
    const taken = { scopes, members: [...this.members], sessions: [...this.sessions] };
    this.scopes.clear();
    this.members.clear();
    this.sessions.clear();
    return taken;
  }
}

/** For a process that is alone with its database. */
export const noBus: Bus = { publish: () => undefined, subscribe: () => () => undefined, close: async () => undefined };
