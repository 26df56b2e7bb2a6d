import { getDefaultRevision, getDefaultRxDocumentMeta, normalizeMangoQuery, prepareQuery, type RxDatabase, writeSingle } from 'rxdb';
import { getLocalDocStateByParent } from 'rxdb/plugins/local-documents';
import { v7 as uuid } from 'uuid';
import type { LocalDatabase } from '../../workers/device/open-database.ts';
import { documentApart, type FormDraft, keyOf, DRAFT_PREFIX as PREFIX, placeOf, type StoredDraft } from './draft-rules.ts';

/**
 * Drafts in the local database, which all tabs share: one local document for each. A write names the exact revision that it replaces. So a
 * write of another tab in between is noticed, and never replaced.
 */
export interface DraftStore {
  /** Reads the drafts of one form, or of all. */
  read(key?: string): Promise<readonly StoredDraft[]>;
  /** Stores the text of a form without replacing one that the form has not seen. Returns the document and its revision. */
  keep(
    form: Pick<FormDraft, 'key' | 'document' | 'seen' | 'value'> & Pick<StoredDraft, 'rowId'>,
  ): Promise<Pick<FormDraft, 'document' | 'seen'>>;
  /** Deletes a draft if it still has this revision. What was typed since stays. */
  remove(draft: Pick<StoredDraft, 'document' | 'revision'>): Promise<void>;
  /** Calls `onChange` after each change, in any tab, to the drafts of one form or of all. The returned function ends that. */
  follow(onChange: () => void, key?: string): () => void;
}

const AFTER_PREFIX = 'draft.';
const idOf = (document: string): string => `${PREFIX}${document}`;

interface Row {
  readonly id: string;
  readonly data: { readonly value: unknown; readonly rowId?: string };
  readonly _deleted: boolean;
  readonly _rev: string;
}

const toDraft = ({ id, data: { value, rowId }, _rev }: Row): StoredDraft => ({
  document: id.slice(PREFIX.length),
  value,
  revision: _rev,
  ...(rowId && { rowId }),
});

export function createDraftStore(database: LocalDatabase): DraftStore {
  const instance = async () => (await getLocalDocStateByParent(database as unknown as RxDatabase)).storageInstance;

  /** the document as it is stored, even if it was deleted */
  async function find(document: string): Promise<Row | undefined> {
    const [row] = await (await instance()).findDocumentsById([idOf(document)], true);
    return row as Row | undefined;
  }

  /** Returns the new revision, or null if another tab was quicker. */
  async function write(document: string, before: Row | undefined, change: Partial<Row>): Promise<string | null> {
    const row = before ?? { id: idOf(document), _attachments: {}, _meta: getDefaultRxDocumentMeta(), _rev: getDefaultRevision() };
    try {
      const written = { previous: before as never, document: { ...row, ...change } as never };
      return (await writeSingle(await instance(), written, 'draft'))._rev;
    } catch (error) {
      if ((error as { readonly status?: number }).status === 409) return null;
      throw error;
    }
  }

  return {
    async read(key) {
      const storage = await instance();
      const wanted = normalizeMangoQuery(storage.schema, {
        selector: { id: { $gt: PREFIX, $lt: AFTER_PREFIX }, _deleted: { $eq: false } } as never,
        sort: [{ id: 'asc' }],
      });
      const { documents } = await storage.query(prepareQuery(storage.schema, wanted));
      // The range may also match an id that is only close to these, and is no draft.
      const drafts = documents.filter(({ id }) => id.startsWith(PREFIX)).map((row) => toDraft(row as unknown as Row));
      return key === undefined ? drafts : drafts.filter(({ document }) => keyOf(document) === key);
    },
    async keep({ key, document, seen, value, rowId }) {
      for (;;) {
        const found = await find(document);
        const place = placeOf(found && !found._deleted ? toDraft(found) : undefined, { seen, value });
        if (place === 'nowhere') return { document, seen };
        const data = { data: { value, ...(rowId && { rowId }) }, _deleted: false };
        const at = place === 'here' ? document : documentApart(key, uuid());
        const revision = await write(at, place === 'here' ? found : undefined, data);
        if (revision !== null) return { document: at, seen: revision };
      }
    },
    async remove({ document, revision }) {
      const found = await find(document);
      if (found && !found._deleted && found._rev === revision) await write(document, found, { _deleted: true });
    },
    follow(onChange, key) {
      let stop = () => {};
      let followed = true;
      const concerns = (id: string) => id.startsWith(PREFIX) && (key === undefined || keyOf(id.slice(PREFIX.length)) === key);
      instance().then(
        (storage) => {
          if (!followed) return;
          const changes = storage.changeStream().subscribe(({ events }) => {
            if (events.some(({ documentId }) => concerns(documentId))) onChange();
          });
          stop = () => changes.unsubscribe();
          // Something may have been written before the subscription.
          onChange();
        },
        (error: unknown) => console.warn('The drafts could not be followed', error),
      );
      return () => {
        followed = false;
        stop();
      };
    },
  };
}
