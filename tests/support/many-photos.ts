/** Gigabytes of photos in a database, as if they had been sent. No encoder makes them, so their bytes are no pictures. */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { v7 as uuid } from 'uuid';
import { type EmbeddedPostgres, startLocked } from '../../sync-server/db/embedded/embedded-postgres.ts';
import { olderPostgres } from '../../sync-server/db/embedded/older-postgres.ts';
import { migrate } from '../../sync-server/db/migrate.ts';
import { openDatabase, openPool } from '../../sync-server/db/pool/connect.ts';

export interface OlderPostgres {
  readonly version: number;
  /** the directory with its `bin`, `lib` and `share` */
  readonly native: string;
}

const silent = pino({ level: 'silent' });

/** A photo of 2,048 pixels and the small one beside it have about this size. */
const LARGE_BYTES = 350_000;
const SMALL_BYTES = 50_000;
const PHOTO_BYTES = LARGE_BYTES + SMALL_BYTES;

/** How many random bytes there are to cut photos from. More than gzip looks back, so no photo gets smaller by another. */
const POOL_BYTES = 16_000_000;
const BATCH = 500;

/** Adds a member whose posts have this many bytes of photos, four photos a post. Returns how many bytes they are. */
export async function addPhotos(sql: Sql, bytes: number): Promise<number> {
  const count = Math.ceil(bytes / PHOTO_BYTES);
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    const author = uuid();
    await tx`insert into users (id, email, password_hash) values (${author}, ${`${author}@kith.test`}, '')`;
    await tx`insert into profiles (id, name, write_id) values (${author}, 'Ana', ${uuid()})`;
    await tx`create temp table pool (bytes bytea) on commit drop`;
    await tx`alter table pool alter column bytes set storage external`;
    await tx`insert into pool values (${randomBytes(POOL_BYTES)})`;
    for (let made = 0; made < count; made += BATCH) {
      const batch = Math.min(BATCH, count - made);
      await tx`
        with written as (
          insert into posts (id, author_id, content, visibility_type, write_id)
          select gen_random_uuid(), ${author}, '', 'friends', gen_random_uuid() from generate_series(1, ${Math.ceil(batch / 4)}::int)
          returning id, author_id
        ), named as (
          insert into images (id, owner_id, post_id, width, height, stored_at)
          select gen_random_uuid(), author_id, id, 2048, 1536, now() from written, generate_series(1, 4) limit ${batch}
          returning id
        )
        insert into image_variants (image_id, variant, bytes, type, size, width, height, hash)
        select named.id, variant, cut.bytes, 'image/webp', size, width, height, sha256(cut.bytes)
        from named
        cross join (values ('large', ${LARGE_BYTES}::int, 2048, 1536), ('small', ${SMALL_BYTES}::int, 640, 480)) v (variant, size, width, height)
        cross join lateral (
          select substr(pool.bytes, 1 + (hashtextextended(named.id::text || variant, 0) & 8388607)::int, size) as bytes from pool
        ) cut`;
    }
  });
  return count * PHOTO_BYTES;
}

/** Starts the embedded Postgres there: the one that comes with Kith, or this older one, by its version and the directory with it. */
export const startPostgres = (dataDir: string, older: OlderPostgres | null): Promise<EmbeddedPostgres> =>
  startLocked(
    dataDir,
    silent,
    older === null ? {} : { find: (runAs) => olderPostgres(older.version, older.native, join(dirname(dataDir), 'older'), runAs) },
  );

/** Makes a data directory with this many bytes of photos, by this Postgres. Returns how many bytes they are. */
export async function makePhotoData(dataDir: string, older: OlderPostgres | null, bytes: number): Promise<number> {
  await mkdir(dataDir);
  const postgres = await startPostgres(dataDir, older);
  const database = openDatabase(postgres.connection, silent, 1);
  const sql = openPool(postgres.connection, silent, 1);
  try {
    await migrate(database);
    return await addPhotos(sql, bytes);
  } finally {
    await sql.end();
    await database.close();
    await postgres.stop();
  }
}
