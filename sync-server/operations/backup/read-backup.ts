/** Reads a backup from its beginning to its end, and checks what it reads against the manifest. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import type * as z from 'zod/mini';
import {
  AGE_MAGIC,
  BACKUP_FORMAT,
  BackupError,
  type BackupHeader,
  type BackupManifest,
  HEADER,
  headerSchema,
  MANIFEST,
  manifestSchema,
  SectionTotal,
} from './backup-format.ts';

/** The header comes first, then the parts of each section in order, and the manifest last, when all parts have been checked. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'rows'; readonly section: string; readonly bytes: Buffer }
  | { readonly kind: 'manifest'; readonly manifest: BackupManifest };

const damaged = (path: string, what: string): BackupError =>
  new BackupError(`${path} is damaged: ${what}. Nothing was changed; take an older backup.`);

/** Whether the file is encrypted. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path).catch((error: Error) => {
    throw new BackupError(`${path} cannot be read: ${error.message}.`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(AGE_MAGIC.length), 0, AGE_MAGIC.length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === AGE_MAGIC;
  } finally {
    await file.close();
  }
}

async function decrypted(path: string, passphrase: string | null): Promise<Readable> {
  const needsPassphrase = await isEncrypted(path);
  if (needsPassphrase && passphrase === null)
    throw new BackupError(`${path} is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was written with.`);
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  if (!needsPassphrase || passphrase === null) return file;
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as never);
  } catch {
    throw new BackupError(`${path} does not open with this passphrase (BACKUP_PASSPHRASE).`);
  }
}

/** Parts are written in pieces of four million bytes, and one row more. Nothing in an honest backup is near this. */
const MOST_BYTES = 64_000_000;

/**
 * Fails when more than `MOST_BYTES` arrive before `reset` is called. A few kilobytes of gzip unpack to gigabytes, and the archive keeps the
 * entry that it reads in memory, also the kinds of entries that are never shown.
 */
function boundedEntries(): { readonly stream: Transform; reset(): void } {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) done(new Error(`a part of it has more than ${MOST_BYTES / 1_000_000} MB`));
      else done(null, chunk);
    },
  });
  return {
    stream,
    reset: () => {
      bytes = 0;
    },
  };
}

async function contentOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parsed<T extends z.ZodMiniType>(schema: T, content: Buffer): z.output<T> | null {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')));
  } catch {
    return null;
  }
}

/** The table of a part `tables/<table>/<number>.copy`. */
const sectionOf = (name: string): string => name.split('/')[1] ?? '';

/** @throws BackupError when the file cannot be opened, was cut off or was changed */
export async function* readBackup(path: string, passphrase: string | null): AsyncGenerator<BackupPart> {
  const archive = extract();
  const bound = boundedEntries();
  const reading = pipeline(await decrypted(path, passphrase), createGunzip(), bound.stream, archive);
  // Reported below, where the parts are read.
  reading.catch(() => undefined);
  const totals = new Map<string, SectionTotal>();
  let header: BackupHeader | null = null;
  let manifest: BackupManifest | null = null;
  try {
    for await (const entry of archive) {
      const { name } = entry.header;
      const content = await contentOf(entry);
      bound.reset();
      if (name === HEADER) {
        const format = (parsed(headerSchema, content) ?? { format: 0 }).format;
        header = parsed(headerSchema, content);
        if (format > BACKUP_FORMAT)
          throw new BackupError(`${path} was written by a newer Kith. Restore it with that version or a later one.`);
        if (!header) throw damaged(path, 'its header is not readable');
        yield { kind: 'header', header };
      } else if (name === MANIFEST) {
        manifest = parsed(manifestSchema, content);
      } else if (header) {
        const section = sectionOf(name);
        const total = totals.get(section) ?? new SectionTotal();
        totals.set(section, total);
        total.add(content);
        yield { kind: 'rows', section, bytes: content };
      }
    }
    await reading;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw damaged(path, (error as Error).message);
  }
  if (!header) throw new BackupError(`${path} is no backup of Kith.`);
  if (!manifest) throw damaged(path, 'it ends before its manifest');
  for (const [section, expected] of Object.entries(manifest.sections)) {
    const found = (totals.get(section) ?? new SectionTotal()).end();
    if (found.sha256 !== expected.sha256 || found.rows !== expected.rows) throw damaged(path, `the rows of ${section} are not complete`);
  }
  yield { kind: 'manifest', manifest };
}

/** @throws BackupError when the file cannot be read to its end, or is not what its manifest counts */
export async function checkBackup(path: string, passphrase: string | null): Promise<void> {
  for await (const _ of readBackup(path, passphrase));
}
