import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { PushChange } from '../../../schemas/protocol/sync.ts';
import { readLocal } from '../../device/local-documents.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';

/**
 * The last writes of this device that the server has accepted, as they were sent, without names and addresses of other members. A server
 * that was restored from a backup has lost the newest of them. The device sends all of them again, and the server answers those that it
 * still knows as done.
 *
 * They are stored in a ring of local documents with about twenty writes each, so that a new write rewrites little. A write that was
 * accepted longer ago than the server remembers write ids (30 days) must never be among them: it would be carried out a second time.
 */
export interface AcknowledgedWrites {
  keep(changes: readonly PushChange[]): Promise<void>;
  /** the stored writes, oldest first */
  all(): Promise<PushChange[]>;
}

const CHUNKS = 40;
const CHUNK_WRITES = 20;
/** The largest JSON length; a longer chunk takes no more writes. */
const CHUNK_LENGTH = 30_000;
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Fields about other members that the server fills in, whatever is sent. They must not be kept here: the other member may be deleted
 * tomorrow.
 */
const filledIn: Partial<Record<CollectionName, Readonly<Record<string, null | ''>>>> = {
  notifications: { related_user_name: null, related_user_profile_image_url: null },
  invitations: {
    inviter_name: '',
    inviter_email: null,
    inviter_profile_image_url: null,
    receiver_name: null,
    receiver_profile_image_url: null,
    seat: null,
  },
  group_members: { user_name: '', user_profile_image_url: null },
};

function withoutOthers(change: PushChange): PushChange {
  const blank = Object.entries(filledIn[change.collection] ?? {}).filter(([field]) => field in change.document);
  return { ...change, document: { ...change.document, ...Object.fromEntries(blank) } };
}

interface Chunk {
  /** a running number; the chunk's place in the ring is its remainder by the count of chunks */
  readonly number: number;
  readonly writes: readonly { readonly at: number; readonly change: PushChange }[];
}

const idOf = (number: number): string => `acknowledged-${number % CHUNKS}`;
const isFull = (chunk: Chunk): boolean => chunk.writes.length >= CHUNK_WRITES || JSON.stringify(chunk.writes).length > CHUNK_LENGTH;

/** `now` is the server's time. With a device clock that was set back, a write would be kept longer than the server remembers its id. */
export function acknowledgedWrites(database: LocalDatabase, now: () => number): AcknowledgedWrites {
  let current: Chunk | null = null;
  let keeping: Promise<unknown> = Promise.resolve();

  const read = (number: number) => readLocal<Chunk>(database, idOf(number));

  /** The chunk that is written to. The numbers rise from the first place of the ring up to it, so halving the rest of the ring finds it. */
  async function newest(): Promise<Chunk | undefined> {
    const first = await read(0);
    let found = first;
    for (let [from, to] = [1, CHUNKS]; first && from < to; ) {
      const middle = Math.floor((from + to) / 2);
      const chunk = await read(middle);
      if (chunk && chunk.number > first.number) [found, from] = [chunk, middle + 1];
      else to = middle;
    }
    return found;
  }

  async function load(): Promise<Chunk[]> {
    const chunks = await Promise.all(Array.from({ length: CHUNKS }, (_, number) => read(number)));
    return chunks.filter((chunk) => chunk !== undefined).sort((a, b) => a.number - b.number);
  }

  async function store(changes: readonly PushChange[]): Promise<void> {
    let chunk = current ?? (await newest()) ?? { number: 0, writes: [] };
    for (let rest = changes; rest.length > 0; ) {
      if (isFull(chunk)) chunk = { number: chunk.number + 1, writes: [] };
      const taken = rest.slice(0, CHUNK_WRITES - chunk.writes.length);
      rest = rest.slice(taken.length);
      chunk = { ...chunk, writes: [...chunk.writes, ...taken.map((change) => ({ at: now(), change: withoutOthers(change) }))] };
      await database.upsertLocal<Chunk>(idOf(chunk.number), chunk);
      current = chunk;
    }
  }

  return {
    keep(changes) {
      if (changes.length === 0) return Promise.resolve();
      const kept = keeping.then(() => store(changes));
      keeping = kept.catch(() => undefined);
      return kept;
    },
    async all() {
      await keeping;
      const since = now() - KEPT_MS;
      return (await load()).flatMap(({ writes }) => writes.flatMap(({ at, change }) => (at > since ? [change] : [])));
    },
  };
}
