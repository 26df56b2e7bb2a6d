import type { Database } from '../../db/transaction.ts';

const UNNAMED_HOURS = 24;
const BATCH = 200;

/** Deletes images that no row names, a day after they were begun: the row that was to name them never came. */
export async function forgetUnnamedImages(database: Database): Promise<void> {
  for (;;) {
    const { count } = await database.write(
      (tx) => tx`
        delete from images where id in (
          select i.id from images i
          where i.created_at < now() - make_interval(hours => ${UNNAMED_HOURS})
            and not exists (select from named_images n where n.owner_id = i.owner_id and n.url = '/api/images/' || i.id::text)
          limit ${BATCH} for update of i skip locked
        )`,
    );
    if (count < BATCH) return;
  }
}
