import { useCallback, useEffect, useState } from 'react';
import { normalizeMangoQuery, prepareQuery, type RxDatabase } from 'rxdb';
import { getLocalDocStateByParent } from 'rxdb/plugins/local-documents';
import { DRAFT_PREFIX, eraseDraft } from './drafts.ts';
import { type LocalStore, useStore } from './local-store.tsx';

/** A text that somebody is still writing, by the key of the form that it belongs to. */
export interface KeptDraft {
  readonly key: string;
  readonly value: unknown;
}

const localDocuments = (store: LocalStore) => getLocalDocStateByParent(store.database as unknown as RxDatabase);

const AFTER_PREFIX = `${DRAFT_PREFIX.slice(0, -1)}.`;

async function readDrafts(store: LocalStore): Promise<KeptDraft[]> {
  const { storageInstance } = await localDocuments(store);
  const { schema } = storageInstance;
  const query = normalizeMangoQuery(schema, {
    selector: { id: { $gt: DRAFT_PREFIX, $lt: AFTER_PREFIX }, _deleted: { $eq: false } } as never,
    sort: [{ id: 'asc' }],
  });
  const { documents } = await storageInstance.query(prepareQuery(schema, query));
  // Named and no place of an index: what lies next to it by its name is no draft.
  return documents.flatMap(({ id, data }) =>
    id.startsWith(DRAFT_PREFIX) ? [{ key: id.slice(DRAFT_PREFIX.length), value: (data as { value: unknown }).value }] : [],
  );
}

/** All drafts of this device, kept current. Undefined until they are read. */
export function useDraftList(): readonly KeptDraft[] | undefined {
  const store = useStore();
  const [drafts, setDrafts] = useState<readonly KeptDraft[]>();
  useEffect(() => {
    let current = true;
    let stop = () => {};
    const read = () =>
      readDrafts(store).then(
        (found) => current && setDrafts(found),
        (error: unknown) => console.warn('The drafts could not be read', error),
      );
    localDocuments(store)
      .then(({ storageInstance }) => {
        if (!current) return;
        const subscription = storageInstance.changeStream().subscribe(() => void read());
        stop = () => subscription.unsubscribe();
        return read();
      })
      .catch((error: unknown) => console.warn('The drafts could not be followed', error));
    return () => {
      current = false;
      stop();
    };
  }, [store]);
  return drafts;
}

/** Lets go of a draft for good. */
export function useDiscardDraft(): (key: string) => Promise<void> {
  const store = useStore();
  return useCallback((key) => eraseDraft(store, key), [store]);
}
