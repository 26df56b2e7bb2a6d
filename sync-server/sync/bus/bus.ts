/**
 * Wakes streams after commit. A message names the scopes that moved, the members whose set of scopes may have changed, the sessions that
 * ended, and the images whose bytes arrived. It carries no content and grants nothing. A lost message costs latency only: every stream also
 * checks heads and sessions at a slow beat.
 */
import type { CollectionName } from '../../../schemas/protocol/collections.ts';

export interface Announcement {
  readonly scopes: readonly MovedScope[];
  readonly members: readonly string[];
  /** sessions that ended; their streams end too */
  readonly sessions?: readonly string[];
  /** images whose bytes arrived. A lost one is found by devices that ask again: no beat looks for it */
  readonly images?: readonly string[];
}

export interface MovedScope {
  readonly id: number;
  /** the collections with new log entries in the scope */
  readonly collections: readonly CollectionName[];
}

export interface Bus {
  /** Announces to the other processes. This process knows already and does not get its own messages back. */
  publish(moved: Announcement): void;
  /** Calls back with what other processes announce. Returns a function that stops listening. */
  subscribe(listener: (moved: Announcement) => void): () => void;
  /** Stops calling listeners. Resolves after everything published has been sent. */
  close(): Promise<void>;
}

/** Collects what moved until a caller takes it. Each thing is named once. */
export class AnnouncementBuffer {
  private scopes = new Map<number, Set<CollectionName>>();
  private members = new Set<string>();
  private sessions = new Set<string>();
  private images = new Set<string>();

  add({ scopes, members, sessions = [], images = [] }: Announcement): void {
    for (const { id, collections } of scopes) {
      const known = this.scopes.get(id) ?? new Set();
      for (const collection of collections) known.add(collection);
      this.scopes.set(id, known);
    }
    for (const member of members) this.members.add(member);
    for (const session of sessions) this.sessions.add(session);
    for (const image of images) this.images.add(image);
  }

  isEmpty(): boolean {
    return this.scopes.size + this.members.size + this.sessions.size + this.images.size === 0;
  }

  take(): Required<Announcement> {
    const scopes = [...this.scopes].map(([id, collections]) => ({ id, collections: [...collections] }));
    const taken = { scopes, members: [...this.members], sessions: [...this.sessions], images: [...this.images] };
    this.scopes.clear();
    this.members.clear();
    this.sessions.clear();
    this.images.clear();
    return taken;
  }
}

/** For a process that has the database to itself. */
export const noBus: Bus = { publish: () => undefined, subscribe: () => () => undefined, close: async () => undefined };
