import { v7 as uuid } from 'uuid';
import { createTopic } from '../../../schemas/base/topic.ts';
import { draftDatabaseName } from '../../../workers/device/database-name.ts';
import { answered, completed, opened } from '../../../workers/device/indexed-db.ts';
import { isContinued } from './draft-text.ts';

/** A stored draft. Only the tab that has claimed it writes it. */
export interface StoredDraft {
  readonly id: string;
  /** its form */
  readonly key: string;
  readonly value: unknown;
  /** the id of the row that the text becomes when it is sent; a text that continues another draft has the same */
  readonly rowId: string;
  /** changes with each write; a later write has a greater one */
  readonly revision: string;
}

/**
 * The drafts of one member on this device, in a database of their own on plain IndexedDB: one for each form and tab. A draft whose tab is
 * gone can be claimed by another tab. The browser ends a claim with its page, also in a crash.
 */
export interface DraftStore {
  /** All drafts, the newest first. */
  read(): Promise<readonly StoredDraft[]>;
  /** Stores a draft that this tab has claimed. Returns its revision. */
  put(draft: Omit<StoredDraft, 'revision'>): Promise<string>;
  /** Deletes a draft if it still has this revision, and the drafts of tabs that are gone which it continues. */
  remove(draft: StoredDraft): Promise<void>;
  /** Claims a draft for this tab; null while another tab has it. The returned function ends the claim. */
  claim(id: string): Promise<(() => void) | null>;
  /** Calls `onChange` after each change, in any tab. The returned function ends that. */
  follow(onChange: () => void): () => void;
  close(): void;
}

const TABLE = 'drafts';

/** All drafts in this database, the newest first. */
export async function readDrafts(database: IDBDatabase): Promise<readonly StoredDraft[]> {
  const drafts = await answered<StoredDraft[]>(database.transaction(TABLE).objectStore(TABLE).getAll());
  return drafts.sort((a, b) => (a.revision < b.revision ? 1 : -1));
}

const claim: DraftStore['claim'] = (id) =>
  new Promise((resolve, reject) => {
    const claimed = (lock: Lock | null) => (lock ? new Promise<void>((release) => resolve(release)) : resolve(null));
    navigator.locks.request(`kith-draft-${id}`, { ifAvailable: true }, claimed).catch(reject);
  });

/** Opens the drafts of this member at first use. Once they are erased, later calls fail, and nothing creates the database again. */
export function createDraftStore(userId: string): DraftStore {
  const changed = createTopic();
  let over = false;
  let opening: Promise<IDBDatabase> | undefined;
  let channel: BroadcastChannel | undefined;

  function tabs(): BroadcastChannel {
    if (!channel) {
      channel = new BroadcastChannel(draftDatabaseName(userId));
      channel.onmessage = () => changed.announce();
    }
    return channel;
  }

  async function open(): Promise<IDBDatabase> {
    const database = await opened(draftDatabaseName(userId), (made) => void made.createObjectStore(TABLE, { keyPath: 'id' }));
    database.onversionchange = close;
    return database;
  }
  async function database(): Promise<IDBDatabase> {
    if (over) throw new Error('the drafts of this device are closed');
    opening ??= open();
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }
  function close(): void {
    over = true;
    channel?.close();
    opening?.then((one) => one.close()).catch(() => undefined);
  }

  async function write(change: (table: IDBObjectStore) => void): Promise<void> {
    const transaction = (await database()).transaction(TABLE, 'readwrite', { durability: 'strict' });
    change(transaction.objectStore(TABLE));
    await completed(transaction);
    changed.announce();
    if (!over) tabs().postMessage(null);
  }
  const removeOne = ({ id, revision }: StoredDraft): Promise<void> =>
    write((table) => {
      const found = table.get(id);
      found.onsuccess = () => {
        if ((found.result as StoredDraft | undefined)?.revision === revision) table.delete(id);
      };
    });

  const read: DraftStore['read'] = async () => readDrafts(await database());
  return {
    read,
    async put(draft) {
      const revision = uuid();
      await write((table) => table.put({ ...draft, revision }));
      return revision;
    },
    async remove(draft) {
      await removeOne(draft);
      for (const before of await read()) {
        if (!isContinued(before, draft)) continue;
        const release = await claim(before.id);
        if (release) await removeOne(before).finally(release);
      }
    },
    claim,
    follow(onChange) {
      tabs();
      return changed.subscribe(onChange);
    },
    close,
  };
}
