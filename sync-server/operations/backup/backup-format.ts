/**
 * The file of a backup: a tar archive, compressed with gzip, and encrypted with age if there is a passphrase. All three are standards, so
 * the file can be read without Kith. The archive contains, in this order: `header.json`; the rows of every table as Postgres's COPY writes
 * them in text form, cut into parts `tables/<table>/<number>.copy`; and `manifest.json` with counts and hashes. A file without its manifest
 * is incomplete.
 */
import { createHash, type Hash } from 'node:crypto';
import * as z from 'zod/mini';

export const BACKUP_FORMAT = 1;
export const HEADER = 'header.json';
export const MANIFEST = 'manifest.json';
const NEWLINE = 10;
/** The first bytes of a file that is encrypted with age. */
export const AGE_MAGIC = 'age-encryption.org/v1';

/** A name as an identifier in SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A failure that the operator can do something about. The message says what. */
export class BackupError extends Error {}

const text = z.string();
const count = z.number().check(z.int(), z.gte(0));

export const headerSchema = z.object({
  format: z.number(),
  /** the version of Kith that wrote the file */
  kith: text,
  /** the major version of Postgres that the data came from */
  postgres: count,
  startedAt: text,
  /** the migrations that had been applied, oldest first */
  migrations: z.array(z.object({ version: count, name: text, checksum: text })),
  tables: z.array(z.object({ name: text, columns: z.array(text) })),
});
export type BackupHeader = z.output<typeof headerSchema>;

const sectionSchema = z.object({ rows: count, bytes: count, sha256: text });
/** What the parts of one table add up to. `bytes` and `sha256` are of the parts, put together. */
export type BackupSection = z.output<typeof sectionSchema>;

export const manifestSchema = z.object({
  finishedAt: text,
  sections: z.record(text, sectionSchema),
  /** the last value of each sequence, and whether it was given out */
  sequences: z.record(text, z.object({ value: count, called: z.boolean() })),
});
export type BackupManifest = z.output<typeof manifestSchema>;

/** Counts and hashes the parts of one section. A row of COPY in text form ends with the only newline in it. */
export class SectionTotal {
  #rows = 0;
  #bytes = 0;
  readonly #hash: Hash = createHash('sha256');

  add(part: Uint8Array): void {
    for (let at = part.indexOf(NEWLINE); at >= 0; at = part.indexOf(NEWLINE, at + 1)) this.#rows += 1;
    this.#bytes += part.length;
    this.#hash.update(part);
  }

  end(): BackupSection {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
