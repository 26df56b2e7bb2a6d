import { normalizeMangoQuery, prepareQuery, type RxCollection } from 'rxdb';
import type { AnyLocalRow } from '../local-row.ts';
import type { StoredRow } from '../write-rows.ts';

/** What a collection can do beyond RxDB's own methods. The code that calls it needs no import of RxDB, which the first screen does without. */
export interface CollectionStatics {
  /** The pending rows of this collection, including deleted ones (which queries never return). */
  pendingRows(): Promise<StoredRow[]>;
}

/** For `addCollections`; RxDB calls each with the collection as `this`. */
export const collectionStatics = {
  async pendingRows(this: RxCollection<AnyLocalRow>): Promise<StoredRow[]> {
    const schema = this.schema.jsonSchema;
    const answers = await Promise.all(
      [false, true].map((deleted) =>
        this.storageInstance.query(
          prepareQuery(
            schema,
            normalizeMangoQuery(schema, {
              selector: { _deleted: { $eq: deleted }, pending: { $eq: 1 } } as never,
              index: ['_deleted', 'pending', 'id'] as never,
            }),
          ),
        ),
      ),
    );
    return answers.flatMap((answer) => answer.documents as unknown as StoredRow[]);
  },
};
